/** Pending drawings: as many as fit in the next animation frame, the rest in the frame after it. */

/** The part of the 16 ms of a frame for drawing; style, layout and paint come after it. */
const SCRIPT_MS = 4;

const due = new Set<() => void>();
let isAsked = false;

/** Draws once in one of the next frames, however often it is asked. */
export function drawSoon(draw: () => void): void {
  due.add(draw);
  ask();
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(frame);
}

function frame(): void {
  isAsked = false;
  const began = performance.now();
  const next = () => {
    const [draw] = due;
    if (draw === undefined) return;
    if (performance.now() - began > SCRIPT_MS) return ask();
    due.delete(draw);
    draw();
    // After the view library, which draws in a microtask, so that its time is measured too.
    queueMicrotask(next);
  };
  next();
}
