import assert from "node:assert/strict"
import { test } from "node:test"
import { encodeText } from "#test/support/formats/encode-text.ts"
import { guessEncoding } from "./guess-encoding.ts"

interface Language {
  labels: readonly string[]
  /** Some sentences, as in a letter. */
  letter: string
  /** Names, headings and cells. */
  short: readonly string[]
}

const languages: Readonly<Record<string, Language>> = {
  Japanese: {
    labels: ["shift_jis", "euc-jp", "iso-2022-jp"],
    letter: "お世話になっております。来週の会議の資料をお送りしますので、ご確認のほどよろしくお願いいたします。",
    short: [
      "会議の資料",
      "東京都渋谷区",
      "y-togiya/谷 祐介/",
      "ご注文ありがとうございます",
      "名前,住所\r\n田中,大阪市",
      "プロジェクト",
    ],
  },
  "simplified Chinese": {
    labels: ["gb18030"],
    letter: "您好，附件是本月的销售报告，请查收。如果有任何问题，请随时与我们联系，谢谢！",
    short: ["你好，世界", "北京市海淀区", "hour时", "姓名,电话\r\n王小明,123", "项目计划", "会议记录"],
  },
  "traditional Chinese": {
    labels: ["big5"],
    letter: "您好，附件是本月的銷售報告，請查收。如果有任何問題，請隨時與我們聯絡，謝謝！",
    short: ["你好，世界", "台北市信義區", "姓名,電話\r\n王小明,123", "專案計畫", "會議記錄", "歡迎光臨"],
  },
  Korean: {
    labels: ["euc-kr"],
    letter: "안녕하세요. 이번 달 판매 보고서를 첨부합니다. 궁금한 점이 있으면 언제든지 연락해 주세요.",
    short: ["안녕하세요", "서울특별시 강남구", "이름,전화\r\n김민수,123", "회의 자료", "사업 계획서", "감사합니다"],
  },
  Russian: {
    labels: ["windows-1251", "koi8-u", "ibm866", "iso-8859-5"],
    letter: "Добрый день! Высылаю вам отчёт о продажах за этот месяц. Если будут вопросы, пишите.",
    short: [
      "Привет",
      "Москва, ул. Ленина, 5",
      "Имя;Телефон\r\nИван Петров;123",
      "Договор",
      "ПЛАН РАБОТЫ",
      "file: отчёт.txt",
    ],
  },
  Ukrainian: {
    labels: ["windows-1251", "koi8-u"],
    letter: "Доброго дня! Надсилаю вам звіт про продажі за цей місяць. Якщо є питання, пишіть, будь ласка.",
    short: ["Привіт, світе", "м. Київ, вул. Хрещатик", "Договір", "Прізвище;Ім'я\r\nШевченко;Тарас"],
  },
  Bulgarian: {
    labels: ["windows-1251"],
    letter: "Добър ден! Изпращам ви отчета за продажбите през този месец. При въпроси ми пишете.",
    short: ["Здравейте", "София, бул. Витоша", "Договор за услуги"],
  },
  Greek: {
    labels: ["windows-1253"],
    letter: "Καλημέρα σας. Σας στέλνω την αναφορά πωλήσεων αυτού του μήνα. Για ερωτήσεις γράψτε μου.",
    short: ["Καλημέρα", "Αθήνα", "Όνομα;Τηλέφωνο\r\nΓιώργος;123", "ΣΥΜΒΟΛΑΙΟ"],
  },
  Hebrew: {
    labels: ["windows-1255"],
    letter: "שלום רב, מצורף דוח המכירות של החודש. אם יש שאלות, אפשר לכתוב לי בכל עת.",
    short: ["שלום", "תל אביב", "שם,טלפון\r\nדוד כהן,123"],
  },
  Arabic: {
    labels: ["windows-1256"],
    letter: "السلام عليكم، أرسل إليكم تقرير المبيعات لهذا الشهر. إذا كانت لديكم أسئلة فاكتبوا لي.",
    short: ["مرحبا", "القاهرة", "الاسم,الهاتف\r\nمحمد,123"],
  },
  Thai: {
    labels: ["windows-874"],
    letter: "สวัสดีครับ ผมส่งรายงานยอดขายของเดือนนี้มาให้ ถ้ามีคำถามเขียนมาได้ครับ",
    short: ["สวัสดี", "กรุงเทพ", "ชื่อ,โทรศัพท์\r\nสมชาย,123"],
  },
  Turkish: {
    labels: ["windows-1254"],
    letter: "Merhaba, bu ayın satış raporunu gönderiyorum. Sorularınız olursa lütfen bana yazın. İyi çalışmalar.",
    short: ["Teşekkürler", "İstanbul, Beşiktaş", "Ağustos ayı planı"],
  },
  Polish: {
    labels: ["windows-1250", "iso-8859-2"],
    letter:
      "Dzień dobry, przesyłam raport sprzedaży z tego miesiąca. W razie pytań proszę o wiadomość. Łączę pozdrowienia.",
    short: ["Łódź", "zażółć gęślą jaźń", "Imię;Nazwisko\r\nStanisław;Wąs"],
  },
  Czech: {
    labels: ["windows-1250"],
    letter: "Dobrý den, posílám přehled prodejů za tento měsíc. Když budete mít dotazy, napište mi, prosím.",
    short: ["Příliš žluťoučký kůň", "Jméno;Příjmení\r\nJiří;Dvořák", "Děkuji, těším se"],
  },
  Hungarian: {
    labels: ["windows-1250"],
    letter: "Jó napot! Küldöm a havi értékesítési jelentést. Ha kérdése van, írjon nekem bátran. Üdvözlettel: Győző",
    short: ["árvíztűrő tükörfúrógép", "Győr, Petőfi út"],
  },
}

const western: Readonly<Record<string, readonly string[]>> = {
  German: [
    "Schöne Grüße aus München, die Preise beginnen bei 5 €.",
    "für",
    "Größe;Maß\r\nübrig;Öl",
    "„Straße“ – 12 m²",
    "ÜBER UNS",
    "ÄÖÜ",
    "äöüß",
    "ÖFFNUNGSZEITEN",
  ],
  French: [
    "Voici le rapport des ventes du mois ; n’hésitez pas à m’écrire. À bientôt, François",
    "é",
    "naïveté",
    "Prénom;Âge\r\nZoé;7",
    "« créée »",
    "ÉTÉ",
    "ÉCOLE",
    "À LA UNE",
  ],
  Spanish: [
    "Le envío el informe de ventas. ¿Tiene alguna pregunta? ¡Escríbame mañana!",
    "¿Qué?",
    "año",
    "Nombre;Teléfono\r\nJosé;1",
  ],
  Portuguese: [
    "Segue o relatório de vendas. As opções estão na seção três; não há dúvidas.",
    "São João",
    "AÇÃO",
    "coração",
  ],
  Italian: ["Perché non c’è più? Così è la città, però verrà.", "è", "Caffè"],
  Swedish: ["Här är månadens försäljningsrapport. Hör av dig om du har frågor. Åsa Öberg", "smörgås", "å", "ÅÄÖ"],
  Danish: ["Her er månedens salgsrapport. Spørg endelig, hvis du har spørgsmål. Søren Kjær", "Ærø"],
  Icelandic: ["Hér er söluskýrslan fyrir mánuðinn. Þú getur skrifað mér ef þú hefur spurningar.", "Þórður"],
  English: [
    "It’s “quoted” – a naïve café in Zürich, £5 ½ price…",
    "25°C and 4°F",
    "© 2024 Ltd.",
    "[°4°0°T°C°C°0°C°T",
    "100 µm ± 5",
  ],
}

const guessedOf = (text: string, label: string) =>
  new TextDecoder(guessEncoding(encodeText(text, label))).decode(encodeText(text, label))

test("letters in twelve languages and more are read in their own encodings", () => {
  for (const [language, { labels, letter }] of Object.entries(languages)) {
    for (const label of labels) assert.equal(guessedOf(letter, label), letter, `${language} in ${label}`)
  }
})

test("Western texts, short ones too, stay Windows-1252", () => {
  for (const [language, texts] of Object.entries(western)) {
    for (const text of texts)
      assert.equal(guessEncoding(encodeText(text, "windows-1252")), "windows-1252", `${language}: ${text}`)
  }
})

test("nine of ten names, headings and cells are read in their own encodings", (t) => {
  const wrong: string[] = []
  let all = 0
  for (const [language, { labels, short }] of Object.entries(languages)) {
    for (const [label, text] of labels.flatMap((label) => short.map((text) => [label, text] as const))) {
      all += 1
      if (guessedOf(text, label) !== text)
        wrong.push(`${language} in ${label}: ${text} as ${guessEncoding(encodeText(text, label))}`)
    }
  }
  t.diagnostic(`${all - wrong.length} of ${all}; wrong: ${wrong.join(" · ")}`)
  assert.ok(wrong.length <= all / 10, wrong.join("\n"))
})
