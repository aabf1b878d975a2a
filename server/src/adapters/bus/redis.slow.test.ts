import { busFaults } from "#test/contracts/bus/faults.ts"
import { redisFor } from "#test/contracts/bus/servers.ts"
import { tcpProxy } from "#test/support/http/tcp-proxy.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openRedisBus } from "./redis.ts"

busFaults(async (t) => {
  const redis = await redisFor(t)
  if (!redis) return undefined
  const proxy = await tcpProxy(t, Number(new URL(redis.url).port))
  return {
    proxy,
    openOne: () => openRedisBus({ kind: "server", url: `redis://127.0.0.1:${proxy.port}` }, silentLog),
    openOther: () => openRedisBus({ kind: "server", url: redis.url }, silentLog),
  }
})
