/** What test/package/installed.ts runs with the packed library: it loads, and says so when nobody is there. */
import { type Answer, crc32, NoAnswer, OpenAts, type TopView } from 'openats/client';

const platform = { baseUrls: 'http://127.0.0.1:1', clientID: 'C1', developerAPIKey: 'key', budgetMs: 100 };
const ats = new OpenAts(platform);

try {
  const answer: Answer<'getClob'> = await ats.methods.getClob({ securityID: '1', issuerID: '1' });
  console.log(answer.orderDetailsAll.orderDetailsBid);
} catch (error) {
  if (!(error instanceof NoAnswer)) throw error;
  console.log(`${error.method}: no answer in ${platform.budgetMs} ms`);
}

const stream = ats.stream();
const states: string[] = [];
stream.onState(({ state }) => states.push(state));
const top = stream.topOfBook('*');
const views: TopView[] = top.views();
await new Promise<void>((resolve) => {
  stream.onState(({ state }) => {
    if (state === 'waiting') resolve();
  });
});
stream.close();
console.log(`${states.join(', ')}; ${views.length} books; ${crc32('123456789')}`);
