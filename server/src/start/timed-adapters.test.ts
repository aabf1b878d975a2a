import assert from "node:assert/strict"
import { test } from "node:test"
import { MailError } from "#adapters/mail/port.ts"
import { ProcessorError } from "#adapters/payments/port.ts"
import { notFound, ServiceError } from "#kernel/error.ts"
import { measureInto } from "#measure/measure.ts"
import { timed } from "./timed-adapters.ts"

/** Collects the labels of everything that is recorded during the test. */
function recordedLabels(t: { after(run: () => void): void }) {
  const labels: string[] = []
  t.after(measureInto((name, value, of) => void labels.push(`${name} ${[of].flat().join(" ")} ${value >= 0}`)))
  return labels
}

const ended = async (call: Promise<unknown>) => void (await call.catch(() => {}))

class Store {
  #bytes = "stored"
  readonly name = "disk"
  read = async () => this.#bytes
  async write(bytes: string) {
    this.#bytes = bytes
    return this.#bytes
  }
  isFull() {
    return false
  }
  async fail(fault: unknown): Promise<never> {
    throw fault
  }
  async close() {}
}

test("calls are recorded with their outcome, and an adapter works as before", async (t) => {
  const labels = recordedLabels(t)
  const store = timed("blobs", new Store())
  assert.equal(await store.write("new"), "new")
  assert.equal(await store.read(), "new")
  assert.deepEqual([store.name, store.isFull()], ["disk", false])
  await store.close()
  assert.deepEqual(labels, ["outside_seconds blobs answered true", "outside_seconds blobs answered true"])
})

test("a refusal is an answer, and a call without a usable answer has failed", async (t) => {
  const labels = recordedLabels(t)
  const store = timed("processor", new Store())
  await ended(store.fail(notFound("There is no such file.")))
  await ended(store.fail(new ProcessorError("refused", "The address is invalid.")))
  await ended(store.fail(new ProcessorError("unknown", "There was no answer.")))
  await ended(store.fail(new ServiceError("upstream_error", "The store stands still.")))
  await ended(store.fail(new Error("connect ECONNREFUSED")))
  const step = { step: "reader", words: "" } as const
  await ended(store.fail(new MailError("refused", step)))
  await ended(store.fail(new MailError("later", step)))
  const push = timed("push", { send: async (outcome: string) => ({ outcome }) })
  await push.send("taken")
  await push.send("later")
  const outcomes = labels.map((label) => label.split(" ").slice(1, 3).join(" "))
  assert.deepEqual(outcomes, [
    ...["processor answered", "processor answered", "processor failed", "processor failed", "processor failed"],
    ...["processor answered", "processor failed", "push answered", "push failed"],
  ])
})

test("a stream is recorded at its end, also when its reader stops early or it breaks", async (t) => {
  const labels = recordedLabels(t)
  async function* stream(breaks: boolean) {
    yield 1
    yield 2
    if (breaks) throw new Error("cut")
  }
  const models = timed("model", { stream })
  const read = async (breaks: boolean, most: number) => {
    const parts: number[] = []
    for await (const part of models.stream(breaks)) {
      parts.push(part)
      if (parts.length === most) break
    }
    return parts
  }
  assert.deepEqual(await read(false, 9), [1, 2])
  assert.deepEqual(await read(false, 1), [1])
  await assert.rejects(read(true, 9), /cut/)
  const outcomes = labels.map((label) => label.split(" ")[2])
  assert.deepEqual(outcomes, ["answered", "answered", "failed"])
})
