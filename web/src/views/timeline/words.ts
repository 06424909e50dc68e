/** Since the start of a turn: `+0.92`, `+82.30`. */
export const seconds = (since: number): string => `+${Math.max(0, since).toFixed(2)}`;
