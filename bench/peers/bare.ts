import { announce, serve } from "./announce.ts"

/** The minimal Node.js server: it answers every request with the bytes and headers that another server sends. */
const recorded = () => fetch(process.env.RECORDED ?? "", { redirect: "manual" })
await recorded().then((warm) => warm.arrayBuffer())
const answer = await recorded()
if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}`)
const dropped = ["date", "connection", "keep-alive", "transfer-encoding"]
const headers = [...answer.headers].filter(([name]) => !dropped.includes(name)).flat()
const body = Buffer.from(await answer.arrayBuffer())

announce(await serve((_request, response) => response.writeHead(answer.status, headers).end(body)))
