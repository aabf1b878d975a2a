import { choosesRow, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { findAccount, findAccountByEmail, getAccount, insertAccount, isInvited, updateName } from "./account-store.ts"
import {
  challengeMs,
  deletePasskey,
  findPasskey,
  listPasskeysOf,
  takeChallenge,
  updatePasskeyName,
  usePasskey,
} from "./passkeys/passkey-store.ts"
import { deleteSession, deleteSessionsBut, findSessionByHash, listSessionsOf, touchSessions } from "./session-store.ts"
import { countTry, findSignIn, maxCodeTries, useSignIn } from "./sign-in/sign-in-store.ts"

const ada = { id: "r1", email: "ada@example.com", name: "Ada" }
const skewMs = 60_000

for (const [by, find] of [
  ["its id", findAccount],
  ["the id of a session", getAccount],
] as const)
  choosesRow(`an account is found by ${by}`, {
    table: "accounts",
    row: ada,
    unless: [{ id: "r2" }],
    gives: ada,
    run: (cx) => find(cx, "r1"),
  })

choosesRow("an account is found by its address", {
  table: "accounts",
  row: ada,
  unless: [{ email: "eve@example.com" }],
  gives: ada,
  run: (cx) => findAccountByEmail(cx, "ada@example.com"),
})

choosesRow("an address has one account", {
  table: "accounts",
  row: ada,
  unless: [],
  becomes: {},
  gives: "r1",
  run: (cx) => insertAccount(cx, "ada@example.com"),
})

choosesRow("a person's name changes on their account alone", {
  table: "accounts",
  row: ada,
  unless: [{ id: "r2" }],
  becomes: { name: "Ada L." },
  run: (cx) => updateName(cx, "r1", "Ada L."),
})

choosesRow("an address is invited until the invitation expires", {
  table: "invitations",
  row: { email: "ada@example.com", expires_at: now + 1 },
  unless: [{ email: "eve@example.com" }, { expires_at: now }],
  gives: true,
  run: (cx) => isInvited(cx, "ada@example.com"),
})

const session = { hash: "h1", expires_at: now + 1, last_seen_at: now - 59 }
const unlessAlive = [{ expires_at: now }, { last_seen_at: now - 60 }]

choosesRow("a session is found by its token until it expires or is long unused", {
  table: "sessions",
  row: session,
  unless: [{ hash: "h2" }, ...unlessAlive],
  run: (cx) => findSessionByHash(cx, "h1", now - 60),
})

choosesRow("a person's sessions are their own that are alive", {
  table: "sessions",
  row: session,
  unless: [{ account_id: "a2" }, ...unlessAlive],
  run: (cx) => listSessionsOf(cx, "a1", now - 60),
})

choosesRow("a use of a session is noted when the last is old", {
  table: "sessions",
  row: { ...session, last_seen_at: now - 60 },
  unless: [{ id: "r2" }, { last_seen_at: now - 59 }],
  becomes: { last_seen_at: now },
  run: (cx) => touchSessions(cx, ["r1"], now - 60),
})

choosesRow("a person ends their own session", {
  table: "sessions",
  row: session,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  becomes: null,
  gives: true,
  run: (cx) => deleteSession(cx, "a1", "r1"),
})

choosesRow("a person ends all their sessions but one", {
  table: "sessions",
  row: session,
  unless: [{ id: "kept" }, { account_id: "a2" }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteSessionsBut(cx, "a1", "kept"),
})

choosesRow("a passkey's challenge is used by its asker in its five minutes", {
  table: "passkey_challenges",
  row: { hash: "h1", asker: "a1", expires_at: now + 1 },
  evenIf: [{ expires_at: now + challengeMs + skewMs }],
  unless: [{ hash: "h2" }, { asker: "a2" }, { expires_at: now }, { expires_at: now + challengeMs + skewMs + 1 }],
  becomes: null,
  gives: true,
  run: (cx) => takeChallenge(cx, "h1", "a1"),
})

const passkey = { counter: 4, name: "Phone" }

choosesRow("a passkey is found by its id", {
  table: "passkeys",
  row: passkey,
  unless: [{ id: "r2" }],
  run: (cx) => findPasskey(cx, "r1"),
})

choosesRow("a person's passkeys are their own", {
  table: "passkeys",
  row: passkey,
  unless: [{ account_id: "a2" }],
  run: (cx) => listPasskeysOf(cx, "a1"),
})

choosesRow("a passkey's counter rises with each use", {
  table: "passkeys",
  row: passkey,
  unless: [{ id: "r2" }, { counter: 5 }],
  becomes: { counter: 5, last_used_at: now },
  gives: true,
  run: (cx) => usePasskey(cx, "r1", 5),
})

choosesRow("a passkey that does not count stays at zero", {
  table: "passkeys",
  row: { ...passkey, counter: 0 },
  unless: [{ counter: 1 }],
  becomes: { last_used_at: now },
  gives: true,
  run: (cx) => usePasskey(cx, "r1", 0),
})

choosesRow("a person renames their own passkey", {
  table: "passkeys",
  row: passkey,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  becomes: { name: "Key" },
  gives: true,
  run: (cx) => updatePasskeyName(cx, { accountId: "a1", id: "r1" }, "Key"),
})

choosesRow("a person removes their own passkey", {
  table: "passkeys",
  row: passkey,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  becomes: null,
  gives: true,
  run: (cx) => deletePasskey(cx, "a1", "r1"),
})

const signIn = { browser_hash: "b1", tries: maxCodeTries - 1, expires_at: now + 1, created_at: now + skewMs }
const unlessOpen = [{ id: "r2" }, { used_at: now }, { expires_at: now }, { created_at: now + skewMs + 1 }]

choosesRow("a sign-in is open until it is used or expires", {
  table: "sign_ins",
  row: signIn,
  unless: unlessOpen,
  run: (cx) => findSignIn(cx, "r1"),
})

choosesRow("a code is tried five times in the browser that asked for it", {
  table: "sign_ins",
  row: signIn,
  unless: [...unlessOpen, { browser_hash: "b2" }, { tries: maxCodeTries }],
  becomes: { tries: maxCodeTries },
  run: (cx) => countTry(cx, "r1", "b1"),
})

choosesRow("a sign-in is used once", {
  table: "sign_ins",
  row: signIn,
  unless: unlessOpen,
  becomes: { used_at: now },
  run: (cx) => useSignIn(cx, "r1"),
})
