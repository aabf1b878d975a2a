/** Normalised slugs that no workspace may take: parts of our addresses, and names that people would take for ours. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `
  about abuse access account accounts activity admin administrator agent agents ai analytics api app apps archive assets
  atelier auth authorize avatar beta billing blog bot business calendar callback cancel card cards careers cart cdn chat
  check checkout claim claims code codes command commands community config connect connection connections consent
  console contact cookie cookies copyright create css dashboard data delete delivery demo dev developer developers
  discover dns doc docs documentation domain domains download downloads drive edit email embed enterprise error errors
  event events explore faq favicon feed feedback file files font fonts forgot forum free ftp gift gifts git go graphql
  guest guide guides handover health help home host hostname hosting how html http https icon icons image images imap
  img inbox index info install invitation invitations invite invites invoice invoices ios job jobs join js json legal library link links list
  live local localhost log login logo logos logout logs mail mailbox manage master mcp me media member members message messages
  metrics mobile moderator money my name network new news newsletter none null oauth offer offers official og onboard
  onboarding openapi operator order orders owner page pages partner partners pass passkey passkeys password pay payment
  payments payout payouts people plan plans policy pop postmaster preview previews press pricing privacy private product
  products profile public purchase purchases redirect register report reports reset resource resources root rss rules
  sales sandbox scope scopes script scripts search secure security sell seller send server service services session
  sessions settings setup share shop short sign-in sign-out sign-up signin signout signup site sitemap skills sms smtp
  source ssl staff static stats status store stream stripe style styles subdomain subscribe support svc
  system tag tags team team-time teams terms test theme themes time token tokens tool tools tos trash undefined unsubscribe
  update upload uploads url user users verify version video videos web webhook webhooks webmaster webmcp well-known wiki
  workspace workspaces www www1 www2 xml you your
  `
    .trim()
    .split(/\s+/),
)
