// Where the time of a turn went, in words.

import type { Shares } from '../api/types.gen';

export const SHARES: Record<keyof Shares, string> = {
  human: 'Human',
  client: 'Client',
  tools: 'Tools',
  agent: 'Agent',
  silence: 'Silence',
};
