import assert from "node:assert/strict"
import { test } from "node:test"
import { sessionLabel } from "./session-label.ts"

test("a browser is named so that its owner recognises it", () => {
  const labels = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0":
      "Edge on Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1":
      "Safari on iPhone",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36":
      "Chrome on Android",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)": "Browser on macOS",
    "curl/8.14": "Unknown app",
    "": "Unknown app",
  }
  for (const [userAgent, label] of Object.entries(labels)) assert.equal(sessionLabel(userAgent), label)
})
