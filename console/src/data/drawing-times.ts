/** The times at which topics are drawn: those that change all the time are drawn together. */

/** Style, layout and paint then serve all of them. */
const STEP_MS = 50;

/** The next time of a topic that was drawn at `drawnAt`; one that did not change for so long is drawn at once. */
export const nextDrawing = (drawnAt: number, everyMs: number): number =>
  Math.ceil((drawnAt + everyMs) / STEP_MS) * STEP_MS;
