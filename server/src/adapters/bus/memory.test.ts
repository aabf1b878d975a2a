import { busContract } from "#test/contracts/bus/contract.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openMemoryBus } from "./memory.ts"

busContract(async () => openMemoryBus(silentLog), { isShared: false })
