import type { PrivacyData } from "#contract/pages/privacy.ts"
import type { PageContent, Visit } from "../page.ts"

/** The address of the installation's own privacy statement, if it has one. */
export function privacyElsewhere({ settings }: Visit): string | undefined {
  return settings.privacyUrl
}

/** Which personal data the service stores, and for how long. */
export async function loadPrivacy({ app }: Visit): Promise<PageContent<PrivacyData>> {
  return {
    head: { title: "Privacy", description: `What ${app.brandName} keeps of people, and for how long.` },
    data: { contact: app.admission.contact },
  }
}
