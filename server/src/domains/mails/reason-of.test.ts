import assert from "node:assert/strict"
import { test } from "node:test"
import type { MailFault, MailVerdict } from "#adapters/mail/port.ts"
import type { MailReason } from "#contract/mail-reasons.ts"
import { reasonOf } from "./reason-of.ts"

const answers: readonly [MailVerdict, Partial<MailFault>, MailReason][] = [
  ["refused", { step: "reader", code: 550, status: "5.1.1" }, "no-mailbox"],
  ["refused", { step: "reader", code: 556, status: "5.1.10", words: "Recipient address has null MX" }, "no-domain"],
  ["refused", { step: "reader", code: 550, status: "5.1.2" }, "no-domain"],
  ["refused", { step: "reader", code: 550, status: "5.2.1" }, "no-mailbox"],
  ["refused", { step: "reader", code: 552, status: "5.2.2" }, "full"],
  ["later", { step: "reader", code: 452, status: "4.2.2" }, "full"],
  ["refused", { step: "end", code: 552, status: "5.3.4" }, "too-large"],
  ["refused", { step: "end", code: 550, status: "5.7.1" }, "unwanted"],
  ["refused", { step: "reader", code: 553, status: "5.6.7" }, "script"],
  ["refused", { step: "end", code: 554, status: "5.6.1" }, "other"],
  ["refused", { step: "reader", code: 550 }, "no-mailbox"],
  ["refused", { step: "reader", code: 552 }, "full"],
  ["refused", { step: "end", code: 554 }, "other"],
  ["refused", { step: "reader", words: "malformed" }, "other"],
  ["refused", { status: "5.4.4" }, "no-domain"],
  ["refused", { status: "5.4.7" }, "unreachable"],
  ["later", { step: "reader", code: 451, status: "4.7.1" }, "busy"],
  ["later", { step: "reader", code: 451 }, "busy"],
  ["later", { step: "greeting" }, "unreachable"],
  ["lost", { step: "end" }, "unreachable"],
  [
    "refused",
    { status: "5.1.10", words: "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found" },
    "no-mailbox",
  ],
  ["refused", { status: "5.4.1", words: "550 5.4.1 Recipient address rejected: Access denied" }, "no-mailbox"],
  ["later", { status: "4.4.1", words: "connect to mx.example: Connection timed out" }, "unreachable"],
  ["refused", { status: "5.4.1", words: "connect to mx.example: Connection refused" }, "unreachable"],
  ["refused", { status: "5.0.0", words: "550 Requested action not taken: mailbox unavailable" }, "no-mailbox"],
  ["refused", { status: "5.0.0", words: "550 Unknown user …" }, "no-mailbox"],
  ["refused", { words: "User bo (…) not listed in Domino Directory" }, "no-mailbox"],
  ["refused", { words: "550 <…>... User unknown" }, "no-mailbox"],
  ["refused", { status: "5.3.0", words: "550 The mailbox of this user is full" }, "full"],
  ["refused", { words: "Your message was undeliverable: the disk space is used up" }, "full"],
  ["later", { step: "reader", code: 452, words: "Mailbox is full" }, "full"],
  ["refused", { words: "Reason: Illegal host/domain name found" }, "no-domain"],
  ["refused", { words: "550 This message looks like spam" }, "unwanted"],
  ["refused", { step: "reader", code: 550, words: "550 You are on a block list, blacklisted" }, "unwanted"],
  ["refused", { words: "552 Message too large" }, "too-large"],
  ["refused", { status: "5.7.1", words: "550 5.7.1 mailbox full of spam" }, "unwanted"],
  ["later", { step: "reader", code: 451, words: "User unknown for now" }, "busy"],
  ["refused", { words: "Der Brief kam zurück" }, "other"],
  ["ours", { step: "sign_in", code: 535, status: "5.7.8" }, "service"],
]

test("the reason of an answer is read from its codes, its step and whether the next try may succeed", () => {
  for (const [verdict, fault, reason] of answers) assert.equal(reasonOf(verdict, fault), reason, JSON.stringify(fault))
})
