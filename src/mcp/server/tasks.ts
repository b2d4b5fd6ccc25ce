import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { ToolCaller } from '../run/run.ts';
import type { ApprovalTask, ApprovalTasks, Runner } from '../run/runner.ts';
import type { PrincipalOf } from '../tool/context.ts';
import { canOpenPages, getEnvelope, toCaller } from './caller.ts';
import { addShortIdentity, type Product } from './identity.ts';
import { toWire } from './wire-result.ts';

/** Name of the extension of protocol 2026-07-28 with which a client follows a call that takes longer. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Key of the one question of a task: the page on which a person decides. */
export const pageQuestion = 'page';

/** Suggested pause between two looks while a person decides, and while the plan is carried out. */
const pollMs = { waiting: 3000, working: 1000 } as const;

/** Returns true if the client follows tasks, which it declares anew with each request. */
export const canFollowTasks = (ctx: ServerContext): boolean => {
  const declared = getEnvelope(ctx)[CLIENT_CAPABILITIES_META_KEY];
  return isPlainRecord(declared) && hasTasks(declared);
};

const hasTasks = ({ extensions }: Readonly<Record<string, unknown>>): boolean =>
  isPlainRecord(extensions) && isPlainRecord(extensions[tasksExtension]);

const missingTasks = { requiredCapabilities: { extensions: { [tasksExtension]: {} } } };

export interface TasksOptions {
  readonly product: Product;
  readonly principalOf: PrincipalOf;
  readonly runner: () => Promise<Pick<Runner, 'tasks'>>;
  /** Scope that a token needs to have an approved plan carried out; undefined if people don't sign in. */
  readonly writeScope?: string | undefined;
}

interface TaskRequest {
  readonly tasks: ApprovalTasks;
  readonly id: string;
  readonly caller: ToolCaller;
  readonly ctx: ServerContext;
}

/** Answers the requests of clients that follow approvals as tasks. */
export function offerTasks(server: McpServer, options: TasksOptions): void {
  const handle = (method: string, answer: (request: TaskRequest) => Promise<Result>): void =>
    server.server.setRequestHandler(method, { params: taskParams }, async ({ taskId }, ctx) => {
      if (!canFollowTasks(ctx)) throw new MissingRequiredClientCapabilityError(missingTasks);
      requireWriteScope(options, ctx);
      const { tasks } = await options.runner();
      if (tasks === undefined) throw buildUnknownError();
      const caller = toCaller(options.principalOf, server, ctx);
      return addShortIdentity(await answer({ tasks, id: taskId, caller, ctx }), options.product, ctx);
    });
  handle('tasks/get', async ({ tasks, id, caller, ctx }) => {
    const task = await tasks.follow(id, caller);
    if (task === undefined) throw buildUnknownError();
    return { ...toTask(task), ...toDetails(task, { canOpen: canOpenPages(server, ctx) }) };
  });
  handle('tasks/update', async ({ tasks, id, caller, ctx }) => {
    // Whatever a client answers is no decision: it says at most that its user was offered the page.
    const isAnswered = ctx.mcpReq.inputResponses?.[pageQuestion] !== undefined;
    const isKnown = isAnswered
      ? await tasks.notePageOffered(id, caller)
      : (await tasks.follow(id, caller)) !== undefined;
    if (!isKnown) throw buildUnknownError();
    return {};
  });
  handle('tasks/cancel', async ({ tasks, id, caller }) => {
    if (!(await tasks.withdraw(id, caller))) throw buildUnknownError();
    return {};
  });
}

/** Refuses a token that may not change anything: a look at a task has an approved plan carried out. */
function requireWriteScope({ writeScope }: TasksOptions, { http }: ServerContext): void {
  if (writeScope === undefined || http?.authInfo?.scopes.includes(writeScope) === true) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `A task needs a token with the scope ${writeScope}.`);
}

const buildUnknownError = (): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task of yours.');

const taskParams: StandardSchemaV1<unknown, { readonly taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'waybill',
    validate(params) {
      const taskId = isPlainRecord(params) ? params['taskId'] : undefined;
      return typeof taskId === 'string' ? { value: { taskId } } : { issues: [{ message: 'taskId is missing' }] };
    },
  },
};

const statuses = {
  waiting: 'input_required',
  working: 'working',
  ended: 'completed',
  withdrawn: 'cancelled',
} as const satisfies Record<ApprovalTask['state']['kind'], string>;

/** Returns the members that every message about a task has. */
export const toTask = ({ id, createdAt, updatedAt, livesMs, state: { kind, text } }: ApprovalTask) => ({
  taskId: id,
  status: statuses[kind],
  statusMessage: text,
  createdAt,
  lastUpdatedAt: updatedAt,
  ttlMs: livesMs,
  pollIntervalMs: kind === 'waiting' ? pollMs.waiting : pollMs.working,
});

/** Returns the members that depend on the state: the open questions, or the result of the call. */
function toDetails({ state }: ApprovalTask, { canOpen }: { readonly canOpen: boolean }) {
  if (state.kind === 'ended') return { result: toWire(state.result) };
  if (state.kind !== 'waiting') return {};
  const { page } = state;
  return { inputRequests: page && canOpen ? { [pageQuestion]: inputRequired.elicitUrl(page) } : {} };
}

/**
 * Returns the error for a subscription to tasks by a client that does not follow tasks; undefined for any other
 * message. Others get none of these notifications, which are optional, and look instead.
 */
export function refuseTaskSubscription(params: unknown) {
  const { notifications, _meta: meta } = isPlainRecord(params) ? params : {};
  if (!isPlainRecord(notifications) || notifications['taskIds'] === undefined) return undefined;
  const declared = isPlainRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  if (isPlainRecord(declared) && hasTasks(declared)) return undefined;
  const { code, message, data } = new MissingRequiredClientCapabilityError(missingTasks);
  return { code, message, data };
}
