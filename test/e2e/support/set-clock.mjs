/** Loaded before the program: the wall clock of its threads is that number of milliseconds ahead of the machine's. */
const now = Date.now.bind(Date);
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);

Date.now = () => now() + aheadMs;
