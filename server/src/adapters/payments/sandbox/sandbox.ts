import type { Keyring } from "#kernel/keyring.ts"
import { amountRules } from "../minimums.ts"
import type { CheckoutSession, Payments } from "../port.ts"
import { paySession, type SandboxAction, type SandboxOutcome, sandboxActions, takeAction } from "./buyer.ts"
import { answerCall } from "./call.ts"
import { cards } from "./cards.ts"
import { listDisputes } from "./disputes.ts"
import { type FaultRow, listFaultRows, removeFaults } from "./fault-store.ts"
import {
  callFaults,
  callOperations,
  type FaultPlan,
  planFault,
  type SeededPlan,
  seededFaults,
  webhookFaults,
} from "./faults.ts"
import { SandboxFile } from "./file.ts"
import { findAccount } from "./find-account.ts"
import { listHookUrls } from "./hook-store.ts"
import { makeHook, removeHook } from "./hooks.ts"
import { bringUpToDate } from "./life.ts"
import { expireSession, findSession, listSessions, openSession, refundPayment, toSession } from "./operations.ts"
import { listSessionRows } from "./session-store.ts"
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
  /** Pays a session with a test number (see `cards.ts`), as the buyer would in the payment form. */
  pay(sessionId: string, payment: { card: string }): Promise<SandboxOutcome>
  /** All test numbers, later steps and faults. */
  readonly catalogue: typeof catalogue
  /** Takes a later step: authentication, the bank's answer, a dispute. */
  act(sessionId: string, action: SandboxAction): Promise<SandboxOutcome>
  /** Lists every session of a purchase, oldest first, as a statement of the processor would. */
  sessionsOf(reference: string): CheckoutSession[]
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

    findAccount: (account) => findAccount(parts, account.id),
    makeHook: (account, url) => makeHook(parts, account, url),
    removeHook: (account) => removeHook(parts, account),
    openSession: (account, request) =>
      answerCall(parts, { operation: "openSession", account, key: request.idempotencyKey, request }, () =>
        openSession(parts, account, request),
      ),
    findSession: (account, sessionId) =>
      answerCall(parts, { operation: "findSession", account }, () => findSession(parts, account, sessionId)),
    listSessions: (account, listing) =>
      answerCall(parts, { operation: "listSessions", account }, () => listSessions(parts, account, listing)),
    expireSession: (account, sessionId) =>
      answerCall(parts, { operation: "expireSession", account }, () => expireSession(parts, account, sessionId)),
    refund: (account, request) =>
      answerCall(parts, { operation: "refund", account, key: request.idempotencyKey, request }, () =>
        refundPayment(parts, account, request),
      ),
    listDisputes: (account, paymentId) =>
      answerCall(parts, { operation: "listDisputes", account }, () => listDisputes(parts, account, paymentId)),
    listEvents: (account, listing) =>
      answerCall(parts, { operation: "listEvents", account }, () => listEvents(parts, account, listing)),
    readEvent: (account, rawBody, headers) =>
      readSandboxEvent(parts, { account, rawBody, header: headers["sandbox-signature"] }),
    close: async () => parts.file.close(),
  }
}

function controlsOf(parts: SandboxParts): Omit<Sandbox, keyof Payments> {
  return {
    catalogue,
    pay: async (sessionId, { card }) => paySession(parts, sessionId, card),
    act: async (sessionId, action) => takeAction(parts, sessionId, action),
    sessionsOf: (reference) => listSessionRows(parts.file, reference).map((row) => toSession(parts, row)),
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
