import { type LinkColumn, linkColumnNames } from "../link-table.ts"

/** The names of columns in exports of other services and in people's tables, without case, spaces and signs. */
const known: Readonly<Record<LinkColumn, string>> = {
  destination:
    "longurl longlink destinationurl destinationlink originalurl originallink target targeturl targetlink redirecturl redirectto fullurl ziel zieladresse zielurl urllongue liendedestination urldedestination urldestino urldedestino destino urllarga urldidestinazione 元のurl リンク先url リンク先 遷移先url 长链接 原始链接 원본url 원본링크",
  shortUrl:
    "shorturl bitlink tinyurl shortaddress shortenedurl shortenedlink secureshorturl brandedlink brandedurl customurl customlink custombitlink custombitlinks rebrandlink vanityurl shorturls smarturl kurzlink kurzurl liencourt urlcourte enlacecorto urlcorta linkcurto urlcurto linkbreve urlbreve kortelink 短縮url 短縮リンク 短链接 단축url 단축링크",
  slug: "slug key backhalf custombackhalf slashtag shortcode shortid keyword alias customalias customname customslug urlkey linkkey suffix ending path kurzname nomcourt nombrecorto",
  domain: "shortdomain customdomain domainname host hostname",
  title: "linktitle linkname pagetitle label titel titre titulo titolo タイトル 标题 제목",
  tags: "tag tagnames labels categories category linktags linkcategories schlagworter etiquettes etiquetas etichette タグ 标签 태그",
  expiresAt:
    "expiresat expireson expirein expire expireat expiration expirationdate expirationtime expiry expirydate expirydatetime expiresdate validuntil validto enddate endsat ends end ablauf ablaufdatum lauftabam expirele datedexpiration fechadecaducidad fechadeexpiracion caducidad scadenza 有効期限 过期时间 만료일",
  clickLimit:
    "maxclicks maxvisits clickslimit visitlimit visitslimit maximumclicks expirationclicks maxuses hitslimit klicklimit limitedeclics",
  passesQuery:
    "passesquery passquery forwardquery forwardparams forwardparameters queryforwarding passparameters forwardqueryparameters paramforwarding passquerystr",
  clicks:
    "totalclicks clickcount clickscount clickstotal visits visitcount visitscount totalvisits hits totalhits engagements totalengagements alltimeclicks lifetimeclicks klicks clics cliques clic クリック数 点击次数 클릭수",
  limitedClicks: "",
  createdAt:
    "createdat createdon created createddate creationdate creationtime datecreated timecreated timestamp insertedat addedat addedon dateadded erstellt erstelltam creele datedecreation fechadecreacion creadoel datadecriacao 作成日 作成日時 创建时间 생성일",
}

const likely: Readonly<Record<string, LinkColumn>> = {
  ...{ url: "destination", urls: "destination", href: "destination", website: "destination", address: "slug" },
  ...{ link: "shortUrl", short: "shortUrl", links: "shortUrl", code: "slug", hash: "slug", custom: "slug" },
  ...{ name: "title", description: "title", comment: "title", comments: "title", note: "title", notes: "title" },
  ...{ date: "createdAt", limit: "clickLimit", views: "clicks", until: "expiresAt", folder: "tags", group: "tags" },
}

const certain: ReadonlyMap<string, LinkColumn> = new Map(
  (Object.keys(linkColumnNames) as LinkColumn[]).flatMap((column) =>
    [column, linkColumnNames[column], ...known[column].split(" ")].map((name) => [toPlain(name), column] as const),
  ),
)

export interface NamedColumn {
  column: LinkColumn
  isCertain: boolean
}

export function columnOf(header: string): NamedColumn | undefined {
  const plain = toPlain(header)
  const column = certain.get(plain)
  if (column) return { column, isCertain: true }
  return Object.hasOwn(likely, plain) ? { column: likely[plain] as LinkColumn, isCertain: false } : undefined
}

/** Whether a header names addresses of other things, such as pictures. */
export const isOfOtherThing = (header: string): boolean =>
  /image|icon|qr|logo|picture|photo|ios|android|stat|report|preview|api|edit|delete|expired|fallback|error|referr|utm|video|id$/.test(
    toPlain(header),
  )

function toPlain(header: string): string {
  return header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
}
