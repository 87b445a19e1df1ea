import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { textOrNull } from '../shared/values/index.ts';

/** What the journal knows of the nodes (docs/operate/cluster.md). */
interface ClusterState {
  /** Null: none leads. */
  readonly leader: string | null;
  readonly epoch: number;
  readonly sequence: number;
  readonly isHandoverAsked: boolean;
  readonly nodes: readonly ClusterNodeState[];
}

interface ClusterNodeState {
  readonly node: string;
  readonly role: string;
  readonly isThere: boolean;
  readonly address: string;
  readonly version: string;
  readonly sequence: number;
  readonly lagCommands: number;
  readonly lagMs: number;
  readonly clockMs: number;
  readonly seenMsAgo: number;
}

export interface ClusterDeps {
  /** Absent when the process is the only node. Rejects when the journal cannot be asked. */
  readonly cluster?: {
    read(): Promise<ClusterState | undefined>;
    /** False: no other node is there to take the venue over. */
    askHandover(): Promise<boolean>;
  };
}

const yesNoSchema = Type.Union([Type.Literal('Yes'), Type.Literal('No')]);
const yesNo = (is: boolean) => (is ? ('Yes' as const) : ('No' as const));

const nodeSchema = Type.Object({
  name: Type.String(),
  role: Type.String({ description: 'leader, standby, taking over, not eligible (J8) or deposed' }),
  there: { ...yesNoSchema, description: 'Whether it reported within the last five seconds.' },
  address: Type.String({ description: 'Where it serves the API.' }),
  version: Type.String(),
  lastCommandSeq: Type.Integer({ description: 'The last command that it has.' }),
  lagCommands: Type.Integer({ description: 'Commands of the journal that it lacked when it reported.' }),
  lagMilliseconds: Type.Integer({ description: 'Since when it is not known to have them all.' }),
  clockMilliseconds: Type.Integer({ description: 'How far its clock is ahead of that of the database.' }),
  reportedMilliseconds: Type.Integer({ description: 'How long ago it reported.' }),
});

const clusterSchema = Type.Object({
  leader: textOrNull('The node that leads the venue; null: none does now.'),
  epoch: Type.Integer({ description: 'How often the venue has changed its leader.' }),
  lastCommandSeq: Type.Integer({ description: 'The last command of the journal.' }),
  handoverAsked: { ...yesNoSchema, description: 'Whether a handover is asked for and not yet done.' },
  nodes: Type.Array(nodeSchema),
});

/** O18. */
export function getCluster({ cluster }: ClusterDeps): Method {
  return operatorMethod({
    name: 'getCluster',
    summary: 'The nodes of the venue: which one leads, and how far the others lag',
    description: 'An extension (O18, J11). Each node reports about once a second. cluster is null where there is one.',
    refusals: [503],
    parameters: {},
    response: Type.Object({ cluster: Type.Union([clusterSchema, Type.Null()]) }),
    handler: async () => {
      const state = await reached(cluster?.read());
      return { fields: { cluster: state === undefined ? null : clusterFields(state) } };
    },
  });
}

/** O18. */
export function handOverVenue({ cluster }: ClusterDeps): Method {
  return operatorMethod({
    name: 'handOverVenue',
    summary: 'Asks the node that leads the venue to hand it over to another one',
    description:
      'An extension (O18, J12). Another node leads within seconds, and this one becomes a standby. No other node: 190.',
    refusals: [190, 503],
    idempotent: true,
    parameters: {},
    response: Type.Object({ handoverAsked: Type.Literal('Yes') }),
    handler: async () => {
      if ((await reached(cluster?.askHandover())) !== true) {
        throw new ApiError(190, 'no other node is there to take the venue over');
      }
      return { fields: { handoverAsked: 'Yes' as const } };
    },
  });
}

/** Throws 503 when the journal cannot be asked. */
async function reached<T>(question: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await question;
  } catch (error) {
    throw new ApiError(503, `the journal cannot be asked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function clusterFields({ leader, epoch, sequence, isHandoverAsked, nodes }: ClusterState) {
  return {
    ...{ leader, epoch, lastCommandSeq: sequence, handoverAsked: yesNo(isHandoverAsked) },
    nodes: nodes.map((node) => ({
      ...{ name: node.node, role: node.role, there: yesNo(node.isThere) },
      ...{ address: node.address, version: node.version },
      ...{ lastCommandSeq: node.sequence, lagCommands: node.lagCommands },
      ...{ lagMilliseconds: Math.round(node.lagMs), clockMilliseconds: Math.round(node.clockMs) },
      reportedMilliseconds: Math.round(node.seenMsAgo),
    })),
  };
}
