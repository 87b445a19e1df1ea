/** What tests read of a file through a parser that is not ours. Amounts are in cents. */
declare module '@midlandsbank/node-nacha' {
  interface Entry {
    readonly transactionCode: string;
    readonly receivingDFIIdentification: number;
    readonly checkDigit: number;
    readonly dfiAccount: string;
    readonly amount: number;
    readonly identificationNumber: string;
    readonly receivingCompanyName: string;
    readonly traceNumber: number;
    readonly addenda?: { readonly info: string; readonly entryNum: number };
  }
  interface Footer {
    readonly entryAndAddendaCount: number;
    readonly entryHash: number;
    readonly totalDebit: number;
    readonly totalCredit: number;
  }
  interface Batch {
    readonly serviceClassCode: number;
    readonly companyName: string;
    readonly companyId: string;
    readonly entryClassCode: string;
    readonly description: string;
    readonly effectiveDate: string;
    readonly entries: readonly Entry[];
    readonly footer: Footer;
  }
  interface Parsed {
    readonly data: {
      readonly file: {
        readonly destination: string;
        readonly origin: string;
        readonly idModifier: string;
        readonly footer: Footer & { readonly batchCount: number; readonly blockCount: number };
      };
      readonly batches: readonly Batch[];
    };
  }
  const parser: { from(file: string): Parsed };
  export default parser;
}
