import { modelContract } from "#test/contracts/models/contract.ts"
import { openCommands } from "./commands.ts"

modelContract("the built-in commands", async () => ({ models: openCommands() }))
