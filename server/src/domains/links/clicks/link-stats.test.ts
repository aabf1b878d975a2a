import assert from "node:assert/strict"
import { test } from "node:test"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { changeLink, clicksOf, shorten } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { type ClickSource, readClickSource } from "./click-source.ts"
import { linkFollower } from "./follow-link.ts"
import { getLinkStats } from "./get-link-stats.ts"

function clicker({ cx }: Pick<World, "cx">, slug: string) {
  const follow = linkFollower(cx)
  return (source: Partial<ClickSource> = {}) => {
    return follow({ hostname: null, slug, query: "", click: { device: "desktop", referrer: "", ...source } })
  }
}

const daysOf = ({ app }: Pick<World, "app">) => app.database.read.selectFrom("link_days").selectAll().execute()

onSqlite("each counted click is in its day, with its referrer and its device class", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  const click = clicker(studio, "spring")
  await Promise.all([click(), click({ referrer: "news.example.com" }), click({ referrer: "news.example.com" })])
  clock.advance(dayMs)
  await Promise.all([click({ device: "phone", referrer: "mail.example.com" }), click({ device: "phone" })])
  assert.deepEqual(await act("viewer", getLinkStats, { id, days: 3 }), {
    days: [
      { day: "2026-11-19", clicks: 0 },
      { day: "2026-11-20", clicks: 3 },
      { day: "2026-11-21", clicks: 2 },
    ],
    referrers: [
      { host: null, clicks: 2 },
      { host: "news.example.com", clicks: 2 },
      { host: "mail.example.com", clicks: 1 },
    ],
    otherReferrers: 0,
    devices: [
      { device: "desktop", clicks: 3 },
      { device: "phone", clicks: 2 },
    ],
    countries: [],
  })
  const { days } = await act("viewer", getLinkStats, { id, days: 1 })
  assert.deepEqual(days, [{ day: "2026-11-21", clicks: 2 }])
})

onSqlite("clicks above a link's limit are in no day", async (t, kind) => {
  const studio = await world(t, kind)
  const { id } = await shorten(studio, { slug: "first-ten", clickLimit: 10 })
  const click = clicker(studio, "first-ten")
  const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => click({ referrer: `r${at % 7}.com` })))
  assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 10)
  const rows = await daysOf(studio)
  assert.equal(
    rows.reduce((all, { clicks }) => all + clicks, 0),
    10,
  )
  assert.equal(await clicksOf(studio, id), 10)
})

onSqlite("made-up referrers do not fill the table: a link's day has few rows, all clicks", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  const click = clicker(studio, "spring")
  await Promise.all(Array.from({ length: 120 }, (_, at) => click({ referrer: `r${at}.com` })))
  for (let at = 120; at < 130; at += 1) await click({ device: "phone", referrer: `r${at}.com` })
  await click({ referrer: "r0.com" })
  await click({ device: "tablet" })
  const rows = await daysOf(studio)
  assert.ok(rows.length <= 58, `${rows.length} rows`)
  assert.equal(
    rows.reduce((all, { clicks }) => all + clicks, 0),
    132,
  )
  const { referrers, otherReferrers } = await act("viewer", getLinkStats, { id })
  assert.deepEqual(referrers[0], { host: "r0.com", clicks: 2 }, "one that the day knows is still counted by name")
  assert.ok(otherReferrers > 80)
})

onBothDatabases("clicks are counted by country where it is known, and their day's sum stays", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  const click = clicker(studio, "spring")
  await Promise.all(["DE", "AT", "DE", undefined].map((country) => click({ country })))
  await click({ country: "DE", referrer: "news.example.com" })
  clock.advance(dayMs)
  await click({ country: "JP", device: "phone" })
  const { countries, devices, days } = await act("viewer", getLinkStats, { id, days: 2 })
  assert.deepEqual(countries, [
    { country: "DE", clicks: 3 },
    { country: "AT", clicks: 1 },
    { country: "JP", clicks: 1 },
  ])
  assert.deepEqual(
    days.map(({ clicks }) => clicks),
    [5, 1],
    "a click with a country counts once",
  )
  assert.deepEqual(
    devices.map(({ clicks }) => clicks),
    [5, 1],
  )
  const today = await act("viewer", getLinkStats, { id, days: 1 })
  assert.deepEqual(today.countries, [{ country: "JP", clicks: 1 }])
  const rows = await daysOf(studio)
  for (const { country, device, referrer } of rows) assert.ok(country === "" || (device === "" && referrer === ""))
})

onBothDatabases("days are kept for a year, and as long as their link", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx, clock, act } = studio
  const { id } = await shorten(studio, { slug: "spring" })
  const click = clicker(studio, "spring")
  await click()
  clock.advance(365 * dayMs)
  await click()
  await sweepTables(cx, "link_days", "click_days")
  assert.equal((await daysOf(studio)).length, 2, "it can still be asked for")
  clock.advance(dayMs)
  await sweepTables(cx, "link_days", "click_days")
  assert.equal((await daysOf(studio)).length, 1)
  assert.equal(await clicksOf(studio, id), 2, "the total stays")
  await assert.rejects(act("stranger", getLinkStats, { id }), { code: "not_found" })
  await changeLink(studio, id, { deleted_at: 1 })
  await cx.atomically((cx) => cx.db.deleteFrom("short_links").where("id", "=", id).execute())
  assert.deepEqual(await daysOf(studio), [])
})

test("of a browser's headers only the device class and the referrer's public host are stored", () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
  const devices: [string, ClickSource["device"]][] = [
    [iphone, "phone"],
    ["Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36", "phone"],
    ["Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", "tablet"],
    ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", "tablet"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "desktop"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "desktop"],
    ["curl/8.14.1", "other"],
    ["", "other"],
  ]
  for (const [agent, device] of devices) assert.equal(readClickSource({ "user-agent": agent }).device, device, agent)
  for (const [referer, referrer] of [
    ["https://www.Example.com/private/page?user=ada", "example.com"],
    ["http://news.example.com:8080/", "news.example.com"],
    ["https://ada:secret@example.com/", "example.com"],
    ["http://192.168.1.7/", ""],
    ["http://adas-laptop.local/", ""],
    ["http://localhost/", ""],
    ["http://m.example.com/", "example.com"],
    ["https://mobile.example.com/", "example.com"],
    ["https://m.com/", "m.com"],
    ["https://mail.google.com/", "mail.google.com"],
    ["android-app://com.example.mail/", "com.example.mail"],
    ["android-app://com.Slack", "com.slack"],
    [
      "android-app://com.google.android.googlequicksearchbox/https/www.google.com",
      "com.google.android.googlequicksearchbox",
    ],
    ["android-app://m.facebook.com/", "facebook.com"],
    ["android-app://192.168.1.7/", ""],
    ["android-app://adas-laptop/", ""],
    [`android-app://com.${"a".repeat(97)}/`, ""],
    ["ftp://example.com/", ""],
    ["*", ""],
    ["", ""],
  ] as const) {
    assert.equal(readClickSource({ referer }).referrer, referrer, referer)
  }
})

test("hosts of one site are one source", () => {
  const sources: Record<string, string[]> = {
    "facebook.com": [
      "www.facebook.com",
      "m.facebook.com",
      "l.facebook.com",
      "lm.facebook.com",
      "web.facebook.com",
      "fb.me",
    ],
    "instagram.com": ["l.instagram.com", "www.instagram.com", "instagram.com."],
    "linkedin.com": ["www.linkedin.com", "lnkd.in", "de.linkedin.com"],
    "messenger.com": ["l.messenger.com"],
    "pinterest.com": ["www.pinterest.com", "pin.it"],
    "reddit.com": ["out.reddit.com", "old.reddit.com", "www.reddit.com"],
    "threads.com": ["l.threads.com", "l.threads.net", "www.threads.net"],
    "vk.com": ["away.vk.com", "m.vk.com"],
    "x.com": ["t.co", "mobile.twitter.com", "x.com"],
    "youtube.com": ["m.youtube.com", "youtu.be"],
    "alice.tumblr.com": ["alice.tumblr.com"],
    "bsky.app": ["go.bsky.app", "bsky.app"],
    "discord.com": ["ptb.discord.com", "canary.discord.com", "discordapp.com"],
    "telegram.org": ["web.telegram.org", "t.me"],
    "whatsapp.com": ["web.whatsapp.com", "l.wl.co", "wa.me"],
    "notfacebook.com": ["notfacebook.com"],
    "facebook.com.example.net": ["facebook.com.example.net"],
  }
  for (const [source, hosts] of Object.entries(sources)) {
    for (const host of hosts) assert.equal(readClickSource({ referer: `https://${host}/x` }).referrer, source, host)
  }
})
