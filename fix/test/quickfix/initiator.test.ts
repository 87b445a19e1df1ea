/** QuickFIX as the client of the gateway: what it refuses of ours is a fault of ours. */
import { afterAll, expect, test } from 'vitest';
import { GatewayProgram } from '../support/gateway-program.ts';
import { closeAll, Venue } from '../support/venue.ts';
import { HAS_QUICKFIX, Initiator, valueIn } from './initiator.ts';

afterAll(closeAll);

const TIME = '60=20260302-14:30:00.000';

test.runIf(HAS_QUICKFIX)('QuickFIX trades, is cut, resumes, and reads a drop copy and a book', async () => {
  const venue = await Venue.start();
  const { methods } = venue.api();
  await methods.cancelOrders({});
  const key = await venue.newClient('trading');
  const copyKey = await venue.newClient('drop-copy', key.clientID);
  const gateway = await GatewayProgram.start(venue, [
    { compId: 'TRADER', key, tradeReports: true },
    { compId: 'COPY', key: copyKey, dropCopy: true },
  ]);
  const client = Initiator.start(gateway.port, [
    { compId: 'TRADER', key },
    { compId: 'COPY', key: copyKey },
  ]);
  await client.line('TRADER', 'logon');
  await client.line('COPY', 'logon');

  const instrument = `55=${venue.securityId}`;
  const enter = (id: string, side: 1 | 2, quantity: number, price: string, more = '59=1|') =>
    client.send('TRADER', `35=D|11=${id}|${instrument}|54=${side}|${TIME}|38=${quantity}|40=2|44=${price}|${more}`);
  const counter = async (action: 'Buy' | 'Sell', quantity: number, price: string, type: 'Limit' | 'RFQ' = 'Limit') => {
    await methods.createOrder({
      ...{
        memberid: 'M1',
        issuerid: venue.issuerId,
        securityid: venue.securityId,
        type,
        action,
        quantity,
        price,
      },
      ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    });
  };
  const report = (id: string, fields: string) => client.line('TRADER', 'app', `35=8|11=${id}|${fields}`);

  // A book first, so that all that follows is seen in it.
  const book = '264=0|265=1|267=3|269=0|269=1|269=2|146=1|';
  client.send('TRADER', `35=V|262=md|263=1|${book}${instrument}|`);
  await client.line('TRADER', 'app', '35=W|262=md');

  await counter('Sell', 100, '20');
  enter('ioc', 1, 150, '20', '59=3|');
  await report('ioc', '150=F|32=100|39=1');
  await report('ioc', '150=4|39=4|151=0|14=100');
  await counter('Sell', 30, '20');
  enter('fok', 1, 50, '20', '59=4|');
  await report('fok', '150=4|14=0');
  enter('aon', 1, 30, '20', '59=1|18=G|');
  await report('aon', '150=F|39=2|6=20.000000');
  enter('min', 1, 40, '18', '59=0|110=20|');
  enter('hidden', 1, 10, '19', '59=1|5001=N|377=Y|5002=1|');
  enter('date', 1, 10, '17', '59=6|432=20351231|');
  enter('post', 1, 10, '16', '59=1|18=6|453=1|448=DESK7|447=D|452=1|');
  for (const id of ['min', 'hidden', 'date', 'post']) await report(id, '150=0|39=0');
  enter('date', 1, 10, '17');
  await report('date', '150=8|103=6|39=8');
  enter('stop', 1, 10, '17', '59=1|99=3|');
  await report('stop', '150=8|103=11');
  client.send('TRADER', `35=G|41=date|11=date2|${instrument}|54=1|${TIME}|38=15|40=2|44=17.5|`);
  await report('date2', '150=5|41=date|38=15|44=17.500000');
  client.send('TRADER', `35=F|41=date2|11=date3|${instrument}|54=1|${TIME}|38=15|`);
  await report('date3', '150=4|41=date2');
  client.send('TRADER', `35=F|41=date2|11=date4|${instrument}|54=1|${TIME}|38=15|`);
  await client.line('TRADER', 'app', '35=9|11=date4|434=1');
  client.send('TRADER', `35=H|11=min|790=s1|${instrument}|54=1|`);
  await report('min', '150=I|790=s1|39=0|38=40');
  client.send('TRADER', '35=AF|584=all|585=7|');
  await client.line('TRADER', 'app', '35=8|584=all|912=Y|911=3');

  client.send('TRADER', `35=R|131=rfq|146=1|${instrument}|54=1|38=50|`);
  const orderid = valueIn(await report('rfq', '150=0'), 37) as string;
  await methods.createQuote({ orderid, memberid: 'M1', price: '21', quantity: 50 });
  const quote = await client.line('TRADER', 'app', '35=S|131=rfq|133=21.000000');
  client.send('TRADER', `35=AJ|693=hit|117=${valueIn(quote, 117)}|694=1|${instrument}|`);
  await report('rfq', '150=F|32=50|39=2');
  const trade = await client.line('TRADER', 'app', '35=AE|31=21.000000|487=0');
  const tradeID = valueIn(trade, 880) as string;
  await venue.operator.methods.bustTrade({ tradeID, reason: 'An example' });
  await client.line('TRADER', 'app', `35=AE|880=${tradeID}|487=1|572=${valueIn(trade, 571)}`);

  client.send('TRADER', `35=R|131=rfq2|146=1|${instrument}|54=2|38=5|59=6|432=20351231|`);
  await report('rfq2', '150=0');
  client.send('TRADER', `35=R|131=rfq3|146=1|${instrument}|54=2|38=5|59=3|`);
  await client.line('TRADER', 'app', '35=AG|131=rfq3|5003=unsupported');
  await counter('Sell', 7, '0', 'RFQ');
  client.send('TRADER', `35=AH|644=a1|146=1|${instrument}|`);
  const asked = valueIn(await client.line('TRADER', 'app', '35=R|644=a1|38=7'), 131);
  client.send('TRADER', `35=S|131=${asked}|117=q1|${instrument}|132=20|134=7|`);
  await client.line('TRADER', 'app', '35=AI|117=q1|297=0');
  client.send('TRADER', `35=Z|131=${asked}|117=q1|298=1|`);
  await client.line('TRADER', 'app', '35=AI|117=q1|297=4');

  for (const [request, answer] of [
    ['35=x|320=x1|559=4|', '35=y|320=x1|560=0'],
    [`35=c|320=c1|321=0|${instrument}|`, '35=d|320=c1|323=1'],
    [`35=e|324=e1|${instrument}|263=1|`, '35=f|324=e1|326=17'],
    ['35=g|335=g1|263=1|', '35=h|335=g1|336=DAY'],
    [`35=q|11=q5|530=5|${TIME}|`, '35=r|11=q5|531=0|532=0'],
    [`35=q|11=q1|530=1|55=NOBODY|${TIME}|`, '35=r|11=q1|531=0|532=1'],
    [`35=K|66=list|${TIME}|`, '35=j|372=K|380=3'],
    [`35=V|262=md|263=1|${book}${instrument}|`, '35=Y|262=md|281=1'],
    [`35=V|262=empty|263=0|264=1|267=2|269=0|269=1|146=1|${instrument}|`, '35=W|262=empty'],
    [`35=V|262=trades|263=0|264=1|267=1|269=2|146=1|${instrument}|`, '35=W|262=trades|269=2'],
  ] as const) {
    client.send('TRADER', request);
    await client.line('TRADER', 'app', answer);
  }
  await venue.operator.methods.sendNotice({ text: 'An example', severity: 'info' });
  await client.line('COPY', 'app', '35=B|61=0');

  // Cut while orders trade, and the gateway killed while they do.
  for (const [at, interrupt] of [() => gateway.cut(), () => gateway.restart()].entries()) {
    const id = `cut${at}`;
    const price = String(25 + at);
    enter(id, 1, 60, price);
    await report(id, '150=0');
    const before = client.lines.length;
    await interrupt();
    await counter('Sell', 20, price);
    enter(`${id}b`, 1, 5, '15');
    await client.line('TRADER', 'logon', '', before);
    await client.line('COPY', 'logon', '', before);
    await report(id, '150=F|14=20|39=1');
    await report(`${id}b`, '150=0');
    await client.line('COPY', 'app', `35=8|11=${id}|150=F`);
  }
  client.send('TRADER', `35=V|262=md2|263=0|264=0|267=2|269=0|269=1|146=1|${instrument}|`);
  const shown = await client.line('TRADER', 'app', '35=W|262=md2');
  const { depth } = await methods.getDepth({ securityId: venue.securityId, levels: 100 });
  const prices = [...shown.matchAll(/\|269=0\|270=([\d.]+)\|271=(\d+)\|/g)].map(([, price, size]) => [
    price,
    Number(size),
  ]);
  expect(prices).toEqual(
    depth.bids.flatMap(({ price, quantity, contingent }) =>
      [quantity, contingent?.quantity ?? 0].filter((size) => size > 0).map((size) => [price, size]),
    ),
  );

  client.send('TRADER', `35=q|11=mass|530=7|${TIME}|`);
  await client.line('TRADER', 'app', '35=r|11=mass|531=7');
  await client.until(
    () => (client.messages('COPY', '5003=mass-cancelled').length > 4 ? true : undefined),
    'the mass cancel',
  );
  const executions = (compId: string) =>
    client
      .messages(compId, '35=8')
      // The drop copy's key may not list the order of the bust.
      .filter((line) => valueIn(line, 150) !== 'H')
      .map((line) => valueIn(line, 17) as string)
      .filter((id) => id !== '0' && !id.startsWith('R'));
  const ids = (compId: string) => new Set(executions(compId));
  await expect.poll(() => ids('COPY')).toEqual(ids('TRADER'));
  expect(client.messages('TRADER', '35=8').filter((line) => valueIn(line, 150) === 'H')).toHaveLength(1);
  await client.stop();
  expect(client.lines.filter((line) => / refuse[sd] /.test(line))).toEqual([]);
});
