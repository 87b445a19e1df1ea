/** Preloaded into a venue whose memory is measured: SIGUSR2 has its garbage collected. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
