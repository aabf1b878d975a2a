import type { PageContent, Visit } from "../page.ts"

export function privacyElsewhere({ settings }: Visit): string | undefined {
  return settings.privacyUrl
}

export async function loadPrivacy({ app }: Visit) {
  return {
    head: { title: "Privacy", description: `What data ${app.brandName} keeps, and for how long.` },
    data: { contact: app.admission.contact },
  } satisfies PageContent
}
