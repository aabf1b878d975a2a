import { choosesRow, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  countWaitingMails,
  findLatestMails,
  isMailTaken,
  listFailedRows,
  listLastEnded,
  sumReasons,
} from "./mail-state-store.ts"
import {
  beginTry,
  bounceMail,
  findBouncedId,
  forgetMails,
  forgive,
  markNotified,
  markTaken,
  noteAnswer,
  noteDelay,
  refuseMail,
  refuseMailsOf,
} from "./mail-store.ts"

const { workspace_id: workspaceId } = rowKey
const waiting = { id: "r1", state: "waiting", tries: 1, ended_at: null }
const ended = [{ state: "taken" }, { state: "refused" }, { state: "bounced" }]
const fault = { reason: "no-mailbox", step: "reader", code: 550, words: "No such user" } as const
const answer = { reason: "no-mailbox", step: "reader", code: 550, status: null, words: "No such user" }
const mail = {
  id: "r1",
  kind: "mail-seller",
  job_id: "j2",
  workspace_id: workspaceId,
  about: "p1",
  address: "ada@example.com",
}

choosesRow("a mail that waits or was refused is tried again, and one that was taken is not", {
  table: "mails",
  row: { ...waiting, address: "former@example.com", job_id: "j1" },
  evenIf: [{ state: "refused", ended_at: now - 1 }],
  unless: [{ state: "taken" }, { state: "bounced" }],
  becomes: {
    state: "waiting",
    tries: 2,
    address: "ada@example.com",
    job_id: "j2",
    bounce_token: "t",
    tried_at: now,
    ended_at: null,
  },
  gives: true,
  otherwise: false,
  run: (cx) => beginTry(cx, { ...mail, bounce_token: "t", may_stop: 0 }),
})

choosesRow("the sellers are notified of a mail's end once", {
  table: "mails",
  row: { id: "r1", notified_at: null },
  unless: [{ id: "r2" }, { notified_at: now - 1 }],
  becomes: { notified_at: now },
  gives: true,
  otherwise: false,
  run: (cx) => markNotified(cx, "r1"),
})

choosesRow("a mail that waits is taken", {
  table: "mails",
  row: { ...waiting, ...answer, notified_at: now - 1 },
  unless: [{ id: "r2" }, ...ended],
  becomes: {
    ...{ state: "taken", reason: null, step: null, code: null, status: null, words: null },
    ended_at: now,
    notified_at: null,
  },
  run: (cx) => markTaken(cx, "r1"),
})

choosesRow("a mail whose job is given up ends with its last answer", {
  table: "mails",
  row: { ...waiting, job_id: "j1", reason: "busy" },
  unless: [{ job_id: "j2" }, { job_id: null }, ...ended],
  becomes: { state: "refused", reason: "busy", ended_at: now },
  run: (cx) => refuseMailsOf(cx, "j1"),
})

choosesRow("a mail whose job is given up without an answer says that the service cannot send", {
  table: "mails",
  row: { ...waiting, job_id: "j1", reason: null },
  unless: [{ job_id: "j2" }],
  becomes: { state: "refused", reason: "service", ended_at: now },
  run: (cx) => refuseMailsOf(cx, "j1"),
})

choosesRow("the answer to a try is noted on a mail that waits", {
  table: "mails",
  row: waiting,
  unless: [{ id: "r2" }, ...ended],
  becomes: answer,
  run: (cx) => noteAnswer(cx, "r1", fault),
})

choosesRow("the tries of a mail that waits end with an answer", {
  table: "mails",
  row: waiting,
  unless: [{ id: "r2" }, ...ended],
  becomes: { ...answer, state: "refused", ended_at: now },
  run: (cx) => refuseMail(cx, "r1", fault),
})

choosesRow("a mail was taken since a time", {
  table: "mails",
  row: { workspace_id: "w1", about: "p1", kind: "mail-seller", state: "taken", ended_at: now },
  evenIf: [{ ended_at: now + 1 }],
  unless: [
    ...[{ workspace_id: "w2" }, { about: "p2" }, { kind: "mail-sales" }, { ended_at: now - 1 }],
    ...[{ state: "waiting" }, { state: "refused" }, { state: "bounced" }],
  ],
  gives: true,
  run: (cx) => isMailTaken(cx, { kind: "mail-seller", workspaceId, about: "p1", since: now }),
})

choosesRow("the mails to an erased address are deleted", {
  table: "mails",
  row: { address: "ada@example.com" },
  unless: [{ address: "bo@example.com" }],
  becomes: null,
  run: (cx) => forgetMails(cx, { id: "a1", email: "ada@example.com" }),
})

choosesRow("a mail that was taken comes back", {
  table: "mails",
  row: { state: "taken", ended_at: now - 1 },
  evenIf: [{ state: "waiting", ended_at: null }],
  unless: [{ id: "r2" }, { state: "refused" }, { state: "bounced" }],
  becomes: { ...answer, state: "bounced", ended_at: now },
  run: (cx) => bounceMail(cx, "r1", fault),
})

choosesRow("why a taken mail is not delivered yet is noted on it", {
  table: "mails",
  row: { state: "taken" },
  unless: [{ id: "r2" }, { state: "waiting" }, { state: "refused" }, { state: "bounced" }],
  becomes: answer,
  gives: true,
  otherwise: false,
  run: (cx) => noteDelay(cx, "r1", fault),
})

choosesRow("a mail is found by the token of its envelope sender", {
  table: "mails",
  row: { bounce_token: "t1" },
  unless: [{ bounce_token: "t2" }],
  gives: "r1",
  run: (cx) => findBouncedId(cx, "t1"),
})

choosesRow("failures of an address are forgiven once", {
  table: "mails",
  row: { address: "ada@example.com", state: "refused" },
  evenIf: [{ state: "bounced" }],
  unless: [{ address: "bo@example.com" }, { state: "taken" }, { state: "waiting" }, { forgiven_at: now - 1 }],
  becomes: { forgiven_at: now },
  run: (cx) => forgive(cx, "ada@example.com"),
})

choosesRow("the last mails to an address are those that ended and were not forgiven", {
  table: "mails",
  row: { address: "ada@example.com", state: "refused" },
  evenIf: [{ state: "bounced" }, { state: "taken" }],
  unless: [{ address: "bo@example.com" }, { state: "waiting" }, { forgiven_at: now }],
  run: (cx) => listLastEnded(cx, "ada@example.com"),
})

choosesRow("mails about a thing are those of its kinds and its workspace", {
  table: "mails",
  row: { workspace_id: "w1", about: "p1", kind: "mail-receipt" },
  unless: [{ workspace_id: "w2" }, { workspace_id: null }, { about: "p2" }, { kind: "mail-seller" }],
  run: async (cx) => [...(await findLatestMails(cx, { kinds: ["mail-receipt"], workspaceId, abouts: ["p1"] }))],
})

choosesRow("failed mails are counted by reason", {
  table: "mails",
  row: { state: "refused", reason: "full", ended_at: now },
  evenIf: [{ state: "bounced" }],
  unless: [{ state: "taken" }, { state: "waiting" }],
  gives: [{ reason: "full", count: 1, latestAt: now }],
  run: sumReasons,
})

choosesRow("failed mails are listed by reason", {
  table: "mails",
  row: { state: "refused", reason: "full", ended_at: now },
  evenIf: [{ state: "bounced" }],
  unless: [{ state: "taken" }, { state: "waiting" }, { reason: "other" }],
  run: (cx) => listFailedRows(cx, { reason: "full", ...firstPage }),
})

choosesRow("a mail waits while it is tried", {
  table: "mails",
  row: { state: "waiting", tried_at: now, created_at: now - 5 },
  unless: [{ state: "taken" }, { state: "refused" }, { state: "bounced" }, { tried_at: now - 1 }],
  gives: { count: 1, oldestAt: now - 5 },
  run: (cx) => countWaitingMails(cx, now),
})
