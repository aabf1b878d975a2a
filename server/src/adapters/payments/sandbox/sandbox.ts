import type { Keyring } from "#kernel/keyring.ts"
import { amountRules } from "../minimums.ts"
import type { CheckoutSession, Payments, ProcessorAccount } from "../port.ts"
import { findProcessorAccount, makeHook, removeHook } from "./account.ts"
import { payCheckoutSession, type SandboxAction, type SandboxOutcome, sandboxActions, takeAction } from "./buyer.ts"
import { answerCall } from "./call.ts"
import { cards } from "./cards.ts"
import { listCheckoutSessionRows } from "./checkout-session-store.ts"
import { listDisputes } from "./disputes.ts"
import { type FaultRow, listFaultRows, removeFaults } from "./fault-store.ts"
import {
  type AnyAnswer,
  type CallOperation,
  callFaults,
  callOperations,
  type FaultPlan,
  planFault,
  type SeededPlan,
  seededFaults,
  webhookFaults,
} from "./faults.ts"
import { SandboxFile } from "./file.ts"
import { listHookUrls } from "./hook-store.ts"
import { bringUpToDate } from "./life.ts"
import {
  expireCheckoutSession,
  findCheckoutSession,
  listCheckoutSessions,
  openCheckoutSession,
  refundPayment,
  toCheckoutSession,
} from "./operations.ts"
import {
  deliverWebhooks,
  listEvents,
  listWebhooks,
  notice,
  type Post,
  readSandboxEvent,
  type SandboxParts,
  type SandboxWebhook,
} from "./webhooks.ts"

/** The processor of the embedded installation. It behaves like the real one, faults included, and moves no money. */
export interface Sandbox extends Payments {
  /** Pays a checkout session with a test number (see `cards.ts`), as the buyer would in the payment form. */
  pay(checkoutSessionId: string, payment: { card: string }): Promise<SandboxOutcome>
  /** All test numbers, later steps and faults. */
  readonly catalogue: typeof catalogue
  /** Takes a later step: authentication, the bank's answer, a dispute. */
  act(checkoutSessionId: string, action: SandboxAction): Promise<SandboxOutcome>
  /** Lists every checkout session of a purchase, oldest first, as a statement of the processor would. */
  checkoutSessionsOf(reference: string): CheckoutSession[]
  planFault(fault: FaultPlan): void
  planSeeded(plan: SeededPlan): void
  listFaults(): FaultRow[]
  hookUrls(): string[]
  clearFaults(): void
  /** Lists webhooks that were not accepted yet, signed as of now. Their `dueAt` may be in the future. */
  pendingWebhooks(): SandboxWebhook[]
  /** Posts every due webhook, over HTTP unless `post` is given. Returns how many were accepted. */
  deliver(post?: Post): Promise<number>
}

const catalogue = { notice, cards, actions: sandboxActions, operations: callOperations, callFaults, webhookFaults }

export function openSandbox(settings: { path: string; baseUrl: string; keyring: Keyring; now: () => number }): Sandbox {
  const parts: SandboxParts = { ...settings, file: new SandboxFile(settings.path) }
  return { ...processorOf(parts), ...controlsOf(parts) }
}

function processorOf(parts: SandboxParts): Payments {
  return {
    name: "sandbox",
    hasInstallation: true,
    isLive: () => false,
    publishableKey: () => "pk_sandbox",
    amountRules,
    testKeys: async () => ({ finding: "sandbox" }),

    findProcessorAccount: (processorAccount) => findProcessorAccount(parts, processorAccount.id),
    makeHook: (processorAccount, url) => makeHook(parts, processorAccount, url),
    removeHook: (processorAccount) => removeHook(parts, processorAccount),
    registerDomain: async () => undefined,
    ...callsOf(parts),
    readEvent: (processorAccount, rawBody, headers) =>
      readSandboxEvent(parts, { processorAccount, rawBody, header: headers["sandbox-signature"] }),
    close: async () => parts.file.close(),
  }
}

type Call =
  | "openCheckoutSession"
  | "findCheckoutSession"
  | "listCheckoutSessions"
  | "expireCheckoutSession"
  | "refund"
  | "listDisputes"
  | "listEvents"

function callsOf(parts: SandboxParts): Pick<Payments, Call> {
  const call =
    <Input extends string | object, Answer extends AnyAnswer>(
      operation: CallOperation,
      work: (parts: SandboxParts, processorAccount: ProcessorAccount, input: Input) => Answer,
    ) =>
    (processorAccount: ProcessorAccount, input: Input) =>
      answerCall(parts, { operation, processorAccount, ...keyOf(input) }, () => work(parts, processorAccount, input))
  return {
    openCheckoutSession: call("openSession", openCheckoutSession),
    findCheckoutSession: call("findSession", findCheckoutSession),
    listCheckoutSessions: call("listSessions", listCheckoutSessions),
    expireCheckoutSession: call("expireSession", expireCheckoutSession),
    refund: call("refund", refundPayment),
    listDisputes: call("listDisputes", listDisputes),
    listEvents: call("listEvents", listEvents),
  }
}

function keyOf(request: string | object): { key?: string; request?: object } {
  const isKeyed = typeof request === "object" && "idempotencyKey" in request
  return isKeyed ? { key: String(request.idempotencyKey), request } : {}
}

function controlsOf(parts: SandboxParts): Omit<Sandbox, keyof Payments> {
  return {
    catalogue,
    pay: async (checkoutSessionId, { card }) => payCheckoutSession(parts, checkoutSessionId, card),
    act: async (checkoutSessionId, action) => takeAction(parts, checkoutSessionId, action),
    checkoutSessionsOf: (reference) =>
      listCheckoutSessionRows(parts.file, reference).map((row) => toCheckoutSession(parts, row)),
    planFault: (fault) => planFault(parts.file, fault),
    planSeeded: (plan) =>
      parts.file.atomically(() => {
        for (const fault of seededFaults(plan)) planFault(parts.file, fault)
      }),
    listFaults: () => listFaultRows(parts.file),
    hookUrls: () => listHookUrls(parts.file),
    clearFaults: () => removeFaults(parts.file),
    pendingWebhooks: () => {
      parts.file.atomically(() => bringUpToDate(parts))
      return listWebhooks(parts)
    },
    deliver: (post) => {
      parts.file.atomically(() => bringUpToDate(parts))
      return deliverWebhooks(parts, post)
    },
  }
}
