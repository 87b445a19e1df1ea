import Type from 'typebox';
import type { MatchId } from '../../../exchange/api/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { Malformed, required, text } from '../../../http/parameters/index.ts';
import { itemsOf, type Row, shownSchema } from '../../shared/list/index.ts';
import { ownedBy, readerOf } from '../../shared/record/index.ts';
import { type AtsDeps, upToDate } from '../shared/index.ts';
import { atsTradeResource } from './trade-resource.ts';

/** Two trades share the id of their match, so this is no single read of a list like others. */
export function readAtsTrade(deps: AtsDeps): Method {
  const resource = atsTradeResource(deps);
  const field = resource.fields.tradeId!;
  const item = defineMethod({
    name: 'readAtsTrade',
    path: '/v3/ats/trades/:id',
    verb: 'GET',
    style: 'resource',
    scope: resource.scope,
    summary: "Reads the client's own side of a match",
    description: "The sell side where both are the client's. Unknown matches and those of other clients are 1404.",
    parameters: { id: required(text({ description: `tradeId, ${field.form}`, maxLength: 100 })) },
    response: Type.Object({ ats_trade: shownSchema(resource) }),
    refusals: [1404],
    handler: async ({ client, values }) => {
      const id = field.read(values.id);
      const row = id instanceof Malformed ? undefined : await ownSide(deps, client, Number(id.from) as MatchId);
      if (row === undefined) throw new ApiError(1404);
      const [ats_trade] = await itemsOf(resource, [row], client);
      return { fields: { ats_trade: ats_trade! } };
    },
  });
  return upToDate(deps, item);
}

function ownSide({ records }: AtsDeps, client: Client, matchId: MatchId): Promise<Row<'trade_list'> | undefined> {
  return records.db
    .selectFrom('trade_list')
    .selectAll()
    .where('match_id', '=', matchId)
    .where(ownedBy(readerOf(client)))
    .orderBy('trade_row_id')
    .limit(1)
    .executeTakeFirst();
}
