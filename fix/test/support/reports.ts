/** An ExecutionReport of an order, as an application appends it. */
export function report(clOrdId: string) {
  return {
    msgType: '8',
    body: [
      [37, '1'],
      [11, clOrdId],
      [17, `E-${clOrdId}`],
      [150, '0'],
      [39, '0'],
    ] as const,
  };
}
