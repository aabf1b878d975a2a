import type { RunningServer } from "./servers.ts"

/** The memory of a process after a garbage collection, in kB. */
interface Held {
  heap: number
  resident: number
}

/** Measures a running server, through the inspector that Node opens on SIGUSR1. */
export async function readHeld(service: RunningServer, inspectorPort: number): Promise<Held> {
  service.child.kill("SIGUSR1")
  const socket = new WebSocket(await inspectorOf(inspectorPort))
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }))
  for (let times = 0; times < 3; times += 1) await ask(socket, "HeapProfiler.collectGarbage")
  const { usedSize } = await ask(socket, "Runtime.getHeapUsage")
  socket.close()
  return { heap: Number(usedSize) / 1_024, resident: service.memoryMb() * 1_024 }
}

async function inspectorOf(port: number): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    if (answer) return ((await answer.json()) as { webSocketDebuggerUrl: string }[])[0]?.webSocketDebuggerUrl ?? ""
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function ask(socket: WebSocket, method: string): Promise<Record<string, unknown>> {
  socket.send(JSON.stringify({ id: 1, method }))
  const answer = await new Promise<MessageEvent>((resolve) =>
    socket.addEventListener("message", resolve, { once: true }),
  )
  return JSON.parse(String(answer.data)).result
}
