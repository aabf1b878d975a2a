import type { CommandTable } from "./outcome.ts"

const pool = { value: "<folder>", help: "A folder of files that several backups share, beside them." }
const identity = { value: "<file>", help: "The identity file of age that decrypts the backup." }

/** The command `atelier`. Its help, completions and docs/command.md are made from this table. */
export const commandTable: CommandTable = {
  start: {
    help: "Starts the service. It brings the database up to date first, unless SVC_MIGRATE=never.",
    isService: true,
    run: async () => void (await import("#start/main.ts")),
  },
  demo: {
    argument: "[url]",
    help: "Buys the demo offer step by step, at a running demo service or at a temporary one of its own.",
    cleansUp: true,
    run: async (asked) => (await import("./demo.ts")).showFirstSale(asked),
  },
  doctor: {
    help: "Tries the settings and everything that they name, and says how to fix what fails.",
    incomplete: "Nothing is broken, but there are warnings.",
    cleansUp: true,
    run: async (asked) => (await import("./examine.ts")).examine(asked),
  },
  backup: {
    argument: "<folder>",
    options: {
      pool,
      encrypt: { value: "<key>", help: "A public key of age (age1…) to encrypt to.", isRepeatable: true },
      keep: { value: "<number>", help: "Removes all but this many backups beside this one." },
    },
    help: "Writes a backup into a new folder or bucket. The service may run meanwhile.",
    incomplete:
      "The backup is complete, but the file store lacks, or has damaged, some files, or expired backups could not be removed.",
    run: async (asked) => (await import("./backups.ts")).backUp(asked),
  },
  "verify-backup": {
    argument: "<folder>",
    options: { pool },
    help: "Reads every byte of a backup, and names what is missing or damaged.",
    run: async (asked) => (await import("./backups.ts")).verifyBackup(asked),
  },
  restore: {
    argument: "<folder>",
    options: { pool, identity },
    help: "Restores a backup into an empty database.",
    run: async (asked) => (await import("./backups.ts")).restore(asked),
  },
  "restore-drill": {
    argument: "<folder>",
    options: { pool, identity },
    help: "Restores a backup beside the service, checks it, and removes it again.",
    run: async (asked) => (await import("./backups.ts")).practiseRestore(asked),
  },
  migrate: {
    help: "Brings the database up to date.",
    run: async (asked) => (await import("./migrations.ts")).runMigrations(asked),
  },
  "migrate status": {
    help: "Lists the migrations that have run, and those that the next start would run. Changes nothing.",
    incomplete: "The database lacks migrations.",
    run: async (asked) => (await import("./migrations.ts")).listStatus(asked),
  },
  upgrade: {
    options: {
      backup: { value: "<folder>", help: "A new folder, to which the backup is written first.", isRequired: true },
    },
    help: "Takes a backup, verifies it, and then brings the database up to date. Downloads nothing.",
    run: async (asked) => (await import("./migrations.ts")).upgrade(asked),
  },
  "user sign-in-link": {
    argument: "<email>",
    help: "Prints a link that signs a person in, who must have an account. It works once, for 15 minutes.",
    run: async (asked) => (await import("./sign-in-link.ts")).printSignInLink(asked),
  },
  listen: {
    options: {
      workspace: { value: "<name>", help: "The workspace's name in its addresses.", isRequired: true },
      "forward-to": { value: "<url>", help: "The address that each event is posted to.", isRequired: true },
    },
    help: "Posts a workspace's events to an address, as webhooks are, until Ctrl-C. Without an answer it tries again. It reads the database, and continues where it stopped.",
    cleansUp: true,
    run: async (asked) => (await import("./listen.ts")).listenToEvents(asked),
  },
  openapi: {
    help: "Prints the description of the REST API, as /openapi.json has it.",
    run: async (asked) => (await import("./open-api.ts")).printOpenApi(asked),
  },
  completion: {
    argument: "<shell>",
    choices: ["bash", "zsh", "fish"],
    help: "Prints the script that completes this command in a shell.",
    run: async (asked) => (await import("./completion.ts")).printCompletion(asked, commandTable),
  },
}
