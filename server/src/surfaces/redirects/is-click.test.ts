import assert from "node:assert/strict"
import type { IncomingHttpHeaders } from "node:http"
import { test } from "node:test"
import { isClick } from "./is-click.ts"

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"

const people = [
  chrome,
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Linux; Android 13; CUBOT KINGKONG 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 400.0.0.0",
  "curl/8.14.1",
  "",
  undefined,
]

const robots = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "Twitterbot/1.0",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "WhatsApp/2.23.20.0",
  "TelegramBot (like TwitterBot)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0)",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Baiduspider+(+http://www.baidu.com/search/spider.htm)",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
]

const request = (headers: IncomingHttpHeaders, method = "GET") => ({ method, headers })

test("a GET by a person's program is a click, even without a user agent", () => {
  for (const name of people)
    assert.equal(isClick(request(name === undefined ? {} : { "user-agent": name })), true, String(name))
})

test("a request of a crawler, a link preview or a monitor is no click", () => {
  for (const name of robots) assert.equal(isClick(request({ "user-agent": name })), false, name)
})

test("HEAD is no click", () => {
  assert.equal(isClick(request({ "user-agent": chrome }, "HEAD")), false)
})

test("a browser's prefetch is no click", () => {
  for (const ahead of [
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "x-moz": "prefetch" },
    { "x-purpose": "preview" },
  ]) {
    assert.equal(isClick(request({ "user-agent": chrome, ...ahead })), false, JSON.stringify(ahead))
  }
})
