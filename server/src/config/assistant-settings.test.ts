import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { defaultLimits, readLimits, readPrices } from "./assistant-settings.ts"
import { readModelAddress, sendsKeysReadably, usualSilenceMs, wantsKey } from "./model-address.ts"
import { readSettings } from "./settings.ts"

const faultsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
  } catch (error) {
    return String(error)
  }
  return ""
}

test("without any setting there is an assistant whose model needs a key", () => {
  const { assistant, model, modelKey, modelPrices, assistantLimits } = readSettings({})
  assert.deepEqual([assistant, modelKey, modelPrices], ["on", undefined, undefined])
  assert.equal(model.wire !== "commands" && wantsKey(model), true)
  assert.equal(assistantLimits.steps, 12)
  assert.equal(assistantLimits.calls, 24)
  assert.equal(assistantLimits.outputTokens, 16_384)
})

test("a model's address contains its wire, its host and its name", () => {
  const nothing = { images: false, pdf: false }
  assert.deepEqual(readModelAddress("anthropic:claude-sonnet-5"), {
    wire: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    model: "claude-sonnet-5",
    effort: "medium",
    windowTokens: 200_000,
    accepts: { images: true, pdf: true },
  })
  for (const [address, effort] of [
    ["anthropic:claude-sonnet-5?effort=low", "low"],
    ["openai://host/v1?model=x&effort=none", "none"],
    ["openai://host/v1?model=x", undefined],
  ] as const) {
    // biome-ignore format: a table
    const read = readModelAddress(address)
    assert.equal(read && read.wire !== "commands" ? read.effort : "", effort)
  }
  assert.deepEqual(readModelAddress("anthropic://127.0.0.1:8080/?model=local"), {
    wire: "anthropic",
    baseUrl: "http://127.0.0.1:8080/v1",
    model: "local",
    windowTokens: 200_000,
    accepts: nothing,
  })
  assert.deepEqual(readModelAddress("openai://ollama:11434/v1?model=llama3.2:3b&window=8192&reads=images"), {
    wire: "openai",
    baseUrl: "http://ollama:11434/v1",
    model: "llama3.2:3b",
    windowTokens: 8_192,
    accepts: { images: true, pdf: false },
  })
  assert.deepEqual(readModelAddress("openai+https://openrouter.ai/api/v1/?model=anthropic/claude-sonnet-5"), {
    wire: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    model: "anthropic/claude-sonnet-5",
    windowTokens: 32_768,
    accepts: nothing,
  })
})

test("any other address is refused, and a possible key in it is not printed", () => {
  const wrong = [
    "commands",
    "commands:now",
    "anthropic:",
    "anthropic://host/",
    "openai://host/v1?model=",
    "openai://host/v1?model=a b",
    "openai:gpt",
    "gemini://host/?model=x",
    "https://api.anthropic.com",
    "openai://host/v1?model=x&key=sk-1",
    "openai://sk-1@host/v1?model=x",
    "openai://host/v1?model=x#y",
    "openai://host/v1?model=x&window=7",
    "openai://host/v1?model=x&reads=video",
    "openai://host/v1?model=x&effort=much",
    "anthropic:claude-sonnet-5?effort=",
    "anthropic:claude-sonnet-5?window=9000",
    "file:///etc/passwd",
  ]
  for (const url of wrong) {
    assert.equal(readModelAddress(url), undefined, url)
    const said = faultsOf({ SVC_MODEL_URL: url })
    assert.match(said, /SVC_MODEL_URL: must be `commands:`/)
    assert.ok(!said.includes("sk-1"))
  }
})

test("reading any text as an address ends in an address or in nothing", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.constantFrom("anthropic:", "openai://", "anthropic+https://", ""), fc.string()),
      (parts) => {
        const address = readModelAddress(parts.join(""))
        if (address && address.wire !== "commands") assert.match(address.baseUrl, /^https?:\/\/[^@\s?#]+$/)
      },
    ),
  )
})

test("a key is sent over plain http only inside one's own network", () => {
  const readably = (place: string) => {
    const address = readModelAddress(`openai://${place}/v1?model=m`)
    assert.ok(address, place)
    return sendsKeysReadably(address)
  }
  const own = ["127.0.0.1:1", "localhost", "10.1.2.3", "192.168.1.9:80", "172.20.0.5", "[::1]:8080", "[fd00::1]", "ollama", "gpu.internal", "box.local"] // biome-ignore format: a list
  for (const place of own) assert.equal(readably(place), false, place)
  for (const place of ["example.com", "8.8.8.8", "172.32.0.1", "[2001:db8::1]", "10.evil.example"])
    assert.equal(readably(place), true, place)
  assert.match(faultsOf({ SVC_MODEL_URL: "openai://example.com/v1?model=m", SVC_MODEL_KEY: "k" }), /openai\+https:\/\//)
  assert.equal(faultsOf({ SVC_MODEL_URL: "openai+https://example.com/v1?model=m", SVC_MODEL_KEY: "k" }), "")
})

test("a model on one's own network may be silent for ten minutes, and a hosted one for one", () => {
  const waitsAt = (url: string) => {
    const address = readModelAddress(url)
    assert.ok(address && address.wire !== "commands")
    return usualSilenceMs(address)
  }
  for (const place of ["127.0.0.1:11434", "[::1]:8080", "192.168.1.9", "gpu.local"])
    assert.equal(waitsAt(`openai://${place}/v1?model=m`), 600_000)
  for (const url of ["anthropic:claude-sonnet-5", "openai+https://openrouter.ai/api/v1?model=m"])
    assert.equal(waitsAt(url), 60_000)
})

test("a key for no model is a mistake", () => {
  assert.match(faultsOf({ SVC_MODEL_URL: "commands:", SVC_MODEL_KEY: "sk-secret" }), /leave SVC_MODEL_KEY out/)
  assert.equal(faultsOf({ SVC_MODEL_KEY: "sk-secret" }), "")
  assert.ok(!faultsOf({ SVC_MODEL_KEY: "sk secret" }).includes("sk secret"))
})

test("limits that are not named keep their defaults", () => {
  const { assistantLimits } = readSettings({ SVC_ASSISTANT_LIMITS: "steps=3, workspace-month-tokens=1000" })
  assert.deepEqual(assistantLimits, { ...readSettings({}).assistantLimits, steps: 3, workspaceMonthTokens: 1_000 })
  assert.deepEqual(readLimits(defaultLimits), readLimits(""))
})

test("every wrong limit is named", () => {
  const said = faultsOf({ SVC_ASSISTANT_LIMITS: "step=3,constructor=5,calls=0,minutes=1e3,output-tokens=999999999" })
  for (const part of [
    "`step` is none of steps, calls",
    "`constructor` is none of steps, calls",
    "`calls` must be",
    "`minutes` must be",
    "`output-tokens` must be",
  ])
    assert.ok(said.includes(part), said)
})

test("prices are three numbers", () => {
  assert.deepEqual(readPrices("3, 0.3,15"), { input: 3, cached: 0.3, output: 15 })
  for (const wrong of ["", "3", "3,4", "3,4,-5", "3,4,x", "3,4,5,6", "1e9,1,1"])
    assert.equal(readPrices(wrong), undefined)
})

test("the assistant is on or off", () => {
  assert.equal(readSettings({ SVC_ASSISTANT: "off" }).assistant, "off")
  assert.match(faultsOf({ SVC_ASSISTANT: "maybe" }), /must be `on` or `off`/)
})
