import type { PrivacyData } from "#contract/pages/privacy.ts"
import type { PageContent, Visit } from "../page.ts"

/** What the installation says about personal data at an address of its own, if it does. */
export function privacyElsewhere({ settings }: Visit): string | undefined {
  return settings.privacyUrl
}

/** What the service keeps of people, and for how long. */
export async function loadPrivacy({ app }: Visit): Promise<PageContent<PrivacyData>> {
  return {
    head: { title: "Privacy", description: `What ${app.brandName} keeps of people, and for how long.` },
    data: { contact: app.admission.contact },
  }
}
