/** The beginning of a copy of the mail that a report is about. */
export const startOfCopy =
  /^[> ]*(?:return-path|received|message-id|dkim-signature|mime-version|content-type):|^-+ ?.*(?:original message|returned message|copy of the message|header of the original)|^\s*(?:original message follows|below is a copy)/im

/** Senders of reports, and header fields that only reports have. */
export const serverHead =
  /^(?:from:.*(?:mailer[- ]?daemon|postmaster|mail ?deliver|mail ?administrator|system administrator|mdaemon|microsoftexchange[\da-f])|x-failed-recipients:|x-ms-exchange-message-is-ndr:)/im

/** Header fields of programs that answer for a person who is away (RFC 3834 section 5, and older ones). */
export const answerHead =
  /^(?:auto-submitted:.*vacation|x-(?:auto-?reply|auto-?respond(?:er)?|vacation)\b|precedence:\s*auto_reply|subject:\s*(?:auto(?:matic)?[ :-]*(?:reply|response|antwort)|automatische antwort|réponse automatique|respuesta automática|risposta automatica|out of (?:the )?office|abwesen))/im

/** A server tries on, in its words. */
export const stillTries =
  /\bdelayed\b|\(delay\)|still (?:being )?(?:tr(?:y|ied)|queued)|will (?:be |continue |keep )?(?:to )?(?:re)?tr(?:y|ied)|not yet been (?:delivered|able)|n[o'’]t (?:need to )?re-?send|warning(?: message)? only|attempts will continue|kept in the queue|verzögert|weiterhin versuch|retard[ée]|retrasad|задерж|遅延/i

const languages = [
  "(?:unzustellbar|nicht (?:\\S+ )?(?:zugestellt|zustellbar))",
  "(?:non remis|n[’']a pas pu être (?:remis|distribu|livr|achemin))",
  "(?:no se (?:ha )?(?:pudo|podido|puede) (?:ser )?entrega|no entregado|no fue entregado)",
  "(?:mancata consegna|non recapitabil|non è stato possibile (?:consegn|recapit))",
  "(?:não (?:foi|pôde ser|pode ser) entregue)",
  "(?:onbestelbaar|(?:niet|kon niet) (?:worden )?(?:afgeleverd|bezorgd))",
  "(?:nie (?:mogła|może|została|udało się) (?:być |zostać )?(?:dostarcz)|niedostarczon)",
  "(?:не ?доставлен|не может быть (?:доставлен|отправлен))",
  "(?:配信不能|配信できませ|配送できませ|送信できませ|届けられませ|リストにありません)",
  "(?:退信|无法投递|未能送达|無法投遞)",
]

/** A server gave a mail up, in its words. */
export const gaveUp = new RegExp(
  [
    "permanent(?:ly)? (?:fatal )?(?:error|failure|rejected)|fatal errors?|failed permanently|failure (?:notice|reasons)",
    "could ?n[o'’]t be (?:delivered|reached|sent)|can(?:no|'|’)t be delivered|did(?: not|n['’]t) reach",
    "(?:was|has|have)(?: not|n['’]t) (?:been |able to be )?delivered|undeliver|non-?deliver|invalid final delivery",
    "(?:not able|unable|impossible) to deliver|delivery (?:has |to .{1,80} )?(?:failed|failure|errors|problems)",
    "(?:has been|automatically|was|were) rejected|rejected your message|returned (?:mail|to sender)|given up|not listed in",
    "user unknown|(?:no such|unknown|invalid) (?:user|recipient|address|mailbox)|mailbox (?:is )?(?:full|unavailable)",
    "(?:over|exceeded) (?:the |its |your )?(?:local limit|quota)|quota exceeded",
    ...languages,
  ].join("|"),
  "i",
)

const codes = "(?<![.\\d]|version |v)[245]\\.\\d{1,3}\\.\\d{1,3}(?![.\\d])"
/** An enhanced status code (RFC 3463). */
export const statusCode = new RegExp(codes)
/** A line with a server's reply of a failure. */
export const reply = new RegExp(
  `(?:^|[:>]\\s*|\\bsaid:? |\\berror:? )[45]\\d\\d[ -]|${codes.replace("[245]", "[45]")}`,
  "i",
)

/** A program asks the sender to confirm first. The mail waits at the reader's. */
export const asksSender = /pre-?approved|wait-?list|confirm that you/i
