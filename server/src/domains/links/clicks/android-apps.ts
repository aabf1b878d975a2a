/** The names of the Android apps that many links are followed in, by their ids in lower case. */
const names: Readonly<Record<string, string>> = {
  "ch.protonmail.android": "Proton Mail",
  "com.discord": "Discord",
  "com.facebook.katana": "Facebook",
  "com.facebook.orca": "Messenger",
  "com.google.android.apps.dynamite": "Google Chat",
  "com.google.android.apps.messaging": "Google Messages",
  "com.google.android.gm": "Gmail",
  "com.google.android.googlequicksearchbox": "Google app",
  "com.google.android.youtube": "YouTube",
  "com.instagram.android": "Instagram",
  "com.instagram.barcelona": "Threads",
  "com.kakao.talk": "KakaoTalk",
  "com.linkedin.android": "LinkedIn",
  "com.microsoft.office.outlook": "Outlook",
  "com.microsoft.teams": "Microsoft Teams",
  "com.pinterest": "Pinterest",
  "com.reddit.frontpage": "Reddit",
  "com.samsung.android.email.provider": "Samsung Email",
  "com.samsung.android.messaging": "Samsung Messages",
  "com.slack": "Slack",
  "com.snapchat.android": "Snapchat",
  "com.tencent.mm": "WeChat",
  "com.tumblr": "Tumblr",
  "com.twitter.android": "X",
  "com.viber.voip": "Viber",
  "com.vkontakte.android": "VK",
  "com.whatsapp": "WhatsApp",
  "com.yahoo.mobile.client.android.mail": "Yahoo Mail",
  "com.zhiliaoapp.musically": "TikTok",
  "jp.naver.line.android": "LINE",
  "notion.id": "Notion",
  "org.joinmastodon.android": "Mastodon",
  "org.telegram.messenger": "Telegram",
  "org.thoughtcrime.securesms": "Signal",
}

/** The name of an Android app; undefined for another app, and for a host. */
export function androidAppName(id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined
}
