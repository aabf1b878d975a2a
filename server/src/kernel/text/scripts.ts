/** A script with its encodings, the most widespread one first. */
export interface Script {
  readonly labels: readonly string[]
  /** Its letters, the most frequent ones first; of thousands, the most frequent ones. */
  readonly frequent: string
  readonly others: RegExp
  /** Whether `frequent` has all letters of the script, so that the first of them count more. */
  readonly isAlphabet?: true
}

const han = /^[\u4e00-\u9fff\u3000-\u3017\uff01-\uff65]$/

export const scripts: readonly Script[] = [
  {
    labels: ["windows-1251", "koi8-u", "ibm866", "iso-8859-5", "x-mac-cyrillic"],
    frequent: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґўњљђћџјѓќ",
    others: /^[\u00a0«»—–“”„…№]$/,
    isAlphabet: true,
  },
  {
    labels: ["windows-1253", "iso-8859-7"],
    frequent: "αοιετσνηυρπκμλςάίωόέήδγχθώύφβξζψϊϋΐΰ",
    others: /^[\u00a0«»—–“”·…]$/,
    isAlphabet: true,
  },
  {
    labels: ["windows-1255", "iso-8859-8"],
    frequent: "יוהלאתרבשמנדםקעחגפכזטסןצץךף",
    others: /^[\u00a0\u0591-\u05f4„“”–—₪…]$/,
    isAlphabet: true,
  },
  {
    labels: ["windows-1256", "iso-8859-6"],
    frequent: "الينمروتبةعدسفهكقحجشطصخءأىضغثذزظئؤإآپچژگک",
    others: /^[\u00a0\u200c-\u200f\u060c\u061b\u061f\u0640-\u0655«»“”–…]$/,
    isAlphabet: true,
  },
  {
    labels: ["windows-874"],
    frequent: "านรอกเ่งย้มลวดท\u0e31ีสิตะปบ\u0e34ค์หแจพชืขใไุูโผถ็ซธณฉศษภำฐญฝฟฤฬฎฏฑฒฆฌฮฯๆ",
    others: /^[\u00a0\u0e01-\u0e5b“”‘’…]$/,
    isAlphabet: true,
  },
  {
    labels: ["shift_jis", "euc-jp"],
    frequent:
      "のにはをたがでてとしれさいるもなあかくこすせそちっつどへまみめやよらりろわんだばアイウエオカキクケコサシスセタチッテトナニハフマミムメモラリルレロンドジバプグボズパデガブーャュョ、。「」・一人日大年出本中子見国言上分生手自行者二間事思時気会十家女三前的方入小地合後目長場代私下立部学物月田何来彼話体動社知理山内同心発高実作当新世今書度明五戦力名金性対意用男主通関文屋感郎業定政持道外取所現最化四先民身不口川東相法全聞情野考平成向開市京和原主強公都料質注様",
    others: /^[\u3041-\u3096\u30a1-\u30fc\uff66-\uff9f\u4e00-\u9fff\u3000-\u3017\uff01-\uff65…―ー]$/,
  },
  {
    labels: ["gb18030"],
    frequent:
      "的一是不了在人有我他这中大来上个国和也子时道说出要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从，。、“”：？！（）；《》知使理现动世界工全点地长电新开名第水手回高文本明加部市体机表路情关性重信区请问题员业务数据产品价格您们文件报告客户公司北京上海广州",
    others: /^[\u4e00-\u9fff\u3000-\u3017\uff01-\uff5e“”‘’…—·\u00b0]$/,
  },
  {
    labels: ["big5"],
    frequent:
      "的一是不了在人有我他這中大來上個國和也子時道說出要於就下得可你年生自會那後能對著事其裡所去行過家十用發天如然作方成者多日都三小軍二無同麼經法當起與好看學進種將還分此心前面又定見只主沒公從，。、「」：？！（）；《》知使理現動世界工全點地長電新開名第水手回高文本明加部市體機表路情關性重信區請問題員業務數據產品價格您們文件報告客戶公司台灣北京歡迎",
    others: han,
  },
  {
    labels: ["euc-kr"],
    frequent:
      "이다는의에가을를은고하지로한도사기리어서아나자대시인해있그일정수것스전라들보주제만상게원부장오구거마과세성안비국에선와동소무지여면우으경관조때신방문년위모며학트공요화생등유중실회용내말습니까당래더었했합입된될않없못좋음력체명입료실계약",
    others: /^[\uac00-\ud7a3\u3000-\u3017\uff01-\uff5e“”‘’…·]$/,
  },
]

/** A Latin encoding with its languages' letters beyond ASCII. */
export interface Latin {
  readonly label: string
  readonly alphabets: readonly string[]
  /** The usual number of consecutive letters beyond ASCII in its languages. */
  readonly run: number
}

export const latin: readonly [Latin, ...Latin[]] = [
  {
    label: "windows-1252",
    run: 2,
    alphabets: [
      "äöüßé",
      "éèêëàâçîïôûùœæÿ",
      "áéíóúñü¿¡ª",
      "áâãàçéêíóôõúº",
      "àèéìòùî",
      "åäöøæé",
      "áðéíóúýþæö",
      "ëïéèöüó",
      "çàéèíïóòúü·",
    ],
  },
  {
    label: "windows-1250",
    run: 4,
    alphabets: ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čšžćđ", "ăâîșțşţ"],
  },
  { label: "iso-8859-2", run: 4, alphabets: ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áéíóöőúüű"] },
  { label: "windows-1254", run: 2, alphabets: ["çğıöşüİâî"] },
  { label: "windows-1257", run: 2, alphabets: ["ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"] },
]
