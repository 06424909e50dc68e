// Whether the list keeps its end in sight while a recording grows. The reader decides: scrolling or
// selecting away from the end pauses, coming back to the end resumes.

export interface Follow {
  on: boolean;
  /** Frames there were when following paused; what came later is "new". */
  seen: number;
}

export const following: Follow = { on: true, seen: 0 };

export const pause = (follow: Follow, total: number): Follow =>
  follow.on ? { on: false, seen: total } : follow;

export const resume = (follow: Follow): Follow => (follow.on ? follow : following);

/** After the reader has moved the list or the selection. */
export const moved = (follow: Follow, atEnd: boolean, total: number): Follow =>
  atEnd ? resume(follow) : pause(follow, total);

export const unseen = (follow: Follow, total: number): number =>
  follow.on ? 0 : Math.max(0, total - follow.seen);
