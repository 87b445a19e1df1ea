import type { FastifyInstance } from 'fastify';
import { ApiError, refuseOtherVerbs } from '../methods/index.ts';
import type { Responder } from './responder.ts';

/** Of a process: it leads the venue, answers calls from a copy that follows it, or answers no call now (J29). */
export type NodeState = 'waiting' | 'standby' | 'leader';

/** How the service is, as the operator's probes ask for it. */
export interface HealthReport {
  readonly state: NodeState;
  /** False when only a restart can help, for example after a failed write to the journal. */
  readonly alive: boolean;
  /** Whether calls are served: recovered, and the journal takes writes. */
  readonly ready: boolean;
  /** Whether this process leads the venue too; absent: as ready. */
  readonly leads?: boolean;
  /** Why not, in words that may be shown to anyone; null when all is well. */
  readonly reason: string | null;
}

/**
 * GET /health (alive), GET /ready (it serves calls) and GET /ready/leader (it also leads the venue, J22), all without
 * credentials: 200, or 503 with the reason. All show the state; /health shows the reason also where the process is
 * alive and not ready.
 */
export function addHealthRoutes(app: FastifyInstance, health: () => HealthReport, responder: Responder): void {
  const probe = (path: string, question: 'alive' | 'ready' | 'leads') => {
    app.route({
      url: path,
      method: ['GET', 'HEAD'],
      handler: (request, reply) => {
        const report = health();
        const { state, reason } = report;
        const why = reason === null ? {} : { reason };
        if (report[question] ?? report.ready)
          responder.succeed(request, reply, { fields: { [question]: true, state, ...why } });
        else responder.refuse(request, reply, notWell(question, report));
      },
    });
    refuseOtherVerbs(app, path, ['GET', 'HEAD']);
  };
  probe('/health', 'alive');
  probe('/ready', 'ready');
  probe('/ready/leader', 'leads');
}

function notWell(question: 'alive' | 'ready' | 'leads', { state, reason }: HealthReport): ApiError {
  return new ApiError(503, reason ?? undefined, {
    statusDesc: question === 'alive' ? 'The service must be restarted' : 'The service is not ready',
    fields: { [question]: false, state },
  });
}
