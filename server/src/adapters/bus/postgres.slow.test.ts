import { busFaults } from "#test/contracts/bus/faults.ts"
import { postgresFor } from "#test/contracts/bus/servers.ts"
import { tcpProxy } from "#test/support/http/tcp-proxy.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openPostgresBus } from "./postgres.ts"

busFaults(async (t) => {
  const url = await postgresFor(t)
  if (url === undefined) return undefined
  const direct = new URL(url)
  const proxy = await tcpProxy(t, Number(direct.port))
  const proxied = new URL(url)
  proxied.port = String(proxy.port)
  return {
    proxy,
    openOne: () => openPostgresBus(proxied.href, silentLog),
    openOther: () => openPostgresBus(direct.href, silentLog),
  }
})
