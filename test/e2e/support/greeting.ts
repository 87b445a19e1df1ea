/** What the text says that a sandbox greets with. */
export interface Demo {
  readonly securityID: string;
  readonly issuerID: string;
}

export function demoIn(welcome: string): Demo {
  const [, securityID, issuerID] = /Security (\d+) of issuer (\d+) is approved/.exec(welcome) ?? [];
  return { securityID: securityID as string, issuerID: issuerID as string };
}
