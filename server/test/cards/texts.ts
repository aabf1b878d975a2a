/** What one card is asked to say, and what must come of it. */
export interface Sample {
  readonly title?: string
  readonly description?: string
  /** The card reads from the right. */
  readonly isMirrored?: boolean
  readonly isTitleCut?: boolean
  readonly isDescriptionCut?: boolean
}

const zalgo = (text: string) =>
  text.replace(/\w/g, (letter) => `${letter}${"\u0301\u0323\u0308\u0330\u0489".repeat(12)}`)

/** Texts that break cards elsewhere. */
export const samples: Record<string, Sample> = {
  "nothing at all": {},
  "an empty title": { title: "", description: "" },
  Latin: {
    title: "A pay link for everything you make",
    description: "Sell files, hand them over and get paid, without a shop. One short link does it all.",
  },
  "Latin with accents, Cyrillic and Greek": {
    title: "Crème brûlée, Škoda, Łódź, Ærø · Привет, Ελλάδα",
    description: "Việt Nam — “naïve façade” – Ångström ½ × 3 ≠ 7 → ok",
  },
  Chinese: {
    title: "为创作者和小团队打造的工作空间",
    description: "分享短链接、文档、云盘与团队时间，一条链接即可收款。繁體字也可以。",
  },
  Japanese: {
    title: "クリエイターのためのワークスペース",
    description: "短いリンクで作品を販売し、安全に納品できます。直骨海角",
  },
  Korean: {
    title: "창작자와 작은 팀을 위한 작업 공간 漢字",
    description: "짧은 링크 하나로 파일을 판매하고 전달하세요.",
  },
  Arabic: {
    title: "مساحة عمل للمبدعين والفرق الصغيرة",
    description: "روابط قصيرة ومستندات (test) وملفات، 2026.",
    isMirrored: true,
  },
  Hebrew: {
    title: "סביבת עבודה ליוצרים ולצוותים קטנים",
    description: "קישורים קצרים, מסמכים וקבצים: שָׁלוֹם!",
    isMirrored: true,
  },
  "both directions in one line": {
    title: "Release 2.0 של הסטודיו with مرحبا inside",
    description: "مرحبا Atelier, version 2.0 (beta)!",
  },
  Devanagari: { title: "रचनाकारों और छोटी टीमों के लिए कार्यक्षेत्र", description: "क्षत्रिय, श्रद्धा, ज्ञान और संस्कृति" },
  Thai: { title: "พื้นที่ทำงานสำหรับนักสร้างสรรค์", description: "ขายไฟล์ ส่งมอบ และรับเงินด้วยลิงก์เดียว น้ำใจ" },
  emoji: { title: "Families 👨‍👩‍👧‍👦 🧑🏿‍🚀 and flags 🇫🇷 🇯🇵 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣ ❤️", description: "😀 in a line 🏳️‍🌈 of words 👍🏽 ☕" },
  "emoji without end": {
    title: "🫪🛘".repeat(100),
    description: "🐦‍🔥 ".repeat(200),
    isTitleCut: true,
    isDescriptionCut: true,
  },
  "emoji among letters that read from the right": {
    title: "סביבת עבודה 🚀 ליוצרים 🫩",
    description: "קישורים 🎉 קצרים ".repeat(30),
    isMirrored: true,
    isDescriptionCut: true,
  },
  "Tibetan stacks": { title: "བསྒྲུབས་སོ། ཧཱུྃ", description: "ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ། བརྒྱད་ཅུ་གྱ་གཅིག" },
  "Khmer and Burmese": { title: "ស្ត្រី ကျွန်ုပ်", description: "ព្រះរាជាណាចក្រកម្ពុជា သင်္ဘော ဗုဒ္ဓ" },
  "a Mongolian title alone": { title: "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ", description: "" },
  "a title that no font has": { title: "ꦏꦿꦠꦺꦴꦤ꧀ ꦔꦪꦺꦴꦒꦾꦏꦂꦠ", description: "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ" },
  "one very long word": {
    title: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    description: "https://example.com/a/very/long/address/that/never/ends/and/has/no/place/to/break/a/line",
  },
  "one endless word": {
    title: "W".repeat(1_000),
    description: "w".repeat(1_000),
    isTitleCut: true,
    isDescriptionCut: true,
  },
  "4,000 characters": {
    title: "All work and no play makes a dull card. ".repeat(100),
    description: "And so on, and so on. ".repeat(182),
    isTitleCut: true,
    isDescriptionCut: true,
  },
  "4,000 characters of Arabic": {
    title: "نص طويل جدا لا ينتهي أبدا ".repeat(154),
    description: "وهكذا دواليك ".repeat(308),
    isMirrored: true,
    isTitleCut: true,
    isDescriptionCut: true,
  },
  "heaps of marks": { title: zalgo("He comes, he waits"), description: zalgo("behind the wall") },
  "controls, lone surrogates and steering": {
    title: "One\r\n\ttwo \ud800three\u0000 \u202egnp.exe\u202c \u2067four\u2069\u{e0041}",
    description: "a\u200bb\u00adc \ufffe\ue000 end\udfff",
  },
  "markup and letters of no font": {
    title: "<script>alert('&amp;')</script> 𝓐𝓑𝓒 ﷽ ①",
    description: "ᚠᚢᚦ \u{1f02b} ꙮ <b>bold</b> %00 {{x}}",
  },
}
