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

const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
const android =
  "Mozilla/5.0 (Linux; Android 15; CPH2557 Build/AP3A.240617.008; wv) AppleWebKit/537.36 (KHTML, like Gecko)"
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
const webView = `${android} Version/4.0 Chrome/142.0.7444.142 Mobile Safari/537.36`

/** The browsers inside of apps whose companies have robots, too. */
const appBrowsers = [
  `${iphone} Version/26.6.1 Mobile/15E148 Snapchat/14.25.0.48 (like Safari/8624.5.1.10.3, panda)`,
  `${iphone} Snapchat/10.69.5.72 (iPhone10,3; iOS 13.2.2; gzip)`,
  `${webView}Snapchat10.74.6.0 (SM-G973U; Android 10#G973USQS2CSL1#29; gzip)`,
  `${iphone} Mobile/15E148 [Pinterest/iOS]`,
  `${webView} [Pinterest/Android]`,
  `${webView} Viber/11.9.5.8`,
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_4) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.6.0 Chrome/45.0.2454.101 Safari/537.36 Viber",
  `${iphone} Mobile/15E148 WhatsApp/2.24.10.79`,
  `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0.0.53.81;FBBV/1;FBDV/iPhone15,2;FBSN/iOS;FBLC/en_US]`,
  `${webView} [FB_IAB/FB4A;FBAV/263.0.0.46.121;]`,
  `${webView} Instagram 400.0.0.0 Android (35/15; 420dpi; 1080x2193; OPPO; CPH2557; en_US)`,
  `${webView} Barcelona 289.0.0.77.109 Android`,
  `${iphone} Mobile/15E148 [LinkedInApp]/9.30`,
  `${iphone} Mobile/15E148 Twitter for iPhone/10.1`,
  `${webView} Telegram-Android/11.2.3 (Samsung SM-G991B; Android 15; SDK 35; HIGH)`,
  `${iphone} Mobile/15E148 Safari Line/14.5.0`,
  `${iphone} Mobile/15E148 KAKAOTALK 25.8.0`,
  `${iphone} Version/17.2 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.3.6; 14PRO)`,
  `${iphone} Mobile/15E148 baiduboxapp/11.20.0.17 (Baidu; P2 13.3.1)`,
  `${android} Version/4.0 Chrome/33.0.0.0 Mobile Safari/537.36 baidubrowser/5.3.4.0 (Baidu; P1 4.3.1) tieba/6.7.2`,
  `${webView} SogouSearch Android1.0 version3.0 AppVersion/6002`,
  `${android} Version/4.0 Chrome/68.0.3440.106 Mobile Safari/537.36 AWP/2.0 SogouMSE,SogouMobileBrowser/5.21.8`,
  "Mozilla/5.0 (Linux; arm_64; Android 11; Redmi Note 9S) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/104.0.5112.124 YaApp_Android/22.95.1 YaSearchBrowser/22.95.1 Mobile Safari/537.36",
  `${webView} com.yandex.mobile.client/9.10`,
  `${iphone} Mobile/15E148 musical_ly_21.0.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`,
  `${webView} Flipboard/4.2.24/4732,4.2.24.4732`,
  `${webView} Quora/3.1 (Android)`,
  `${iphone} Mobile/15E148 Tumblr/29.1`,
  `${webView} Reddit/Version 2024.10.0/Build 1/Android 15`,
  `${webView} BingSapphire/29.1.410`,
  `${webView} PetalSearch/11.0`,
  `${webView} QRScanner/3.2 Feedly/94`,
  `${android} Version/4.0 Blue Proxy/1.0.18 Chrome/74.0.3729.157 Mobile Safari/537.36`,
  `${iphone} GSA/300.0.595435837 Mobile/15E148 Safari/604.1`,
  `${iphone} Mobile/15E148 DuckDuckGo/7`,
  `${iphone} Version/17.4.1 Mobile/15E148 Safari/604.1 (Ecosia ios@9.2.3.1367)`,
  `${windows} discord/1.0.9003 Chrome/91.0.4472.164 Electron/13.4.0 Safari/537.36`,
  `${windows} Slack/4.4.2 Chrome/78.0.3904.130 Electron/7.2.1 Safari/537.36 Sonic Slack_SSB/4.4.2`,
  `${windows} Notion/2.1.0 Chrome/120.0.6099.56 Electron/28.0.0 Safari/537.36`,
  `${windows} Teams/1.3.00.362 Chrome/66.0.3359.181 Electron/3.1.13 Safari/537.36`,
  `${windows} Rocket.Chat/2.17.11 Chrome/78.0.3904.130 Electron/7.1.14 Safari/537.36`,
  `${windows} Perplexity/1.3 Chrome/130.0.0.0 Safari/537.36`,
  "Kik/15.15.0.21560 (Android 10) Mozilla/5.0 (Linux; Android 10; Pixel 2; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/74.0.3729.186 Mobile Safari/537.36",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; OfficeLiveConnector.1.3; OfficeLivePatch.0.0; .NET4.0C)",
]

/** What looks before a person follows, for a preview, or for the pictures of a mail. */
const lookers = [
  "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
  "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.4266; ms-office; MSOffice 16)",
  "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.10325; Pro)",
  "Microsoft Office Word/16.11.319 (Mac OS/10.10.5; Desktop; en-US; NonAppStore; Apple/MacBookAir6,1)",
  "Microsoft Office Existence Discovery",
  "Microsoft Office Protocol Discovery",
  "Microsoft-WebDAV-MiniRedir/10.0.19042",
  "OC/16.0.13231.20390 (Skype for Business)",
  "Outlook-iOS/709.2189947.prod.iphone (3.24.0)",
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
  "Mozilla/5.0 (Windows; U; Windows NT 5.1; de; rv:1.9.0.7) Gecko/2009021910 Firefox/3.0.7 (via ggpht.com)",
  `${windows} Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Gmail-content-sampling`,
  "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
  "YahooCacheSystem; YahooWebServiceClient",
  "RamblerMail/6.0 (incompatible; ImageProxy/6.0)",
  "Mozilla/5.0 SeznamEmailProxy/2.0.174",
  "Mozilla/5.0",
  "github-camo (876de43e)",
  "Tumblr/14.0.835.186",
  "NotionEmbedder",
  "notion-api",
  "Iframely/1.3.1 (+https://iframely.com/docs/about) Notion",
  "Snap URL Preview Service; bot; https://developers.snap.com/robots",
  "Snapchat/10.12.0.2 (iPhone8,1; iOS 10.3.2; gzip)",
  "Pinterest/0.2 (+https://www.pinterest.com/bot.html)",
  "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
  "Pinterest for iOS/7.11 (iPhone7,2; 12.1.4)",
  "Viber/12.8.0.1 CFNetwork/1121.2.2 Darwin/19.3.0",
  "Bluesky Cardyb/1.1; +mailto:support@bsky.app",
  "http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/)",
  "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36 MicrosoftPreview/2.0 +https://aka.ms/MicrosoftPreview",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)",
  "Discourse Forum Onebox v2.6.0.beta2",
  "Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)",
  "Chatwork LinkPreview v1",
  "WebexTeams",
  "line-poker/1.0",
  "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)",
  "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
  "FlipboardProxy/1.2 (+http://flipboard.com/browserproxy)",
  "Dalvik/2.1.0 (Linux; U; Android 9; SM-G965U Build/PPR1.180610.011)",
]

const robots = [
  `${windows} Chrome/120.0.0.0 Safari/537.36 DatadogSynthetics`,
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 (NewRelicPinger/1.0)",
  "Xenu Link Sleuth/1.3.8",
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

test("a GET by the browser inside of an app is a click, even if its company has a robot", () => {
  for (const name of appBrowsers) assert.equal(isClick(request({ "user-agent": name })), true, name)
})

test("a look on behalf of a person who has not followed the link is no click", () => {
  for (const name of lookers) assert.equal(isClick(request({ "user-agent": name })), false, name)
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
