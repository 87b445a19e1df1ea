/** What is due to be drawn, in the next animation frame: as much as fits, and the rest in the frame behind it. */

/** Of the 16 ms of a frame; style, layout and paint come behind. */
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
    // Behind the view library, which draws in its own microtask: only then it is known how long it took.
    queueMicrotask(next);
  };
  next();
}
