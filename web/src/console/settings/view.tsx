import { Section } from "../../kit/section.tsx"
import { useRead } from "../ask.ts"
import { mayAs, ourWorkspace } from "../console-data.ts"
import { View as Frame } from "../ui/page.tsx"
import { AddressSection } from "./address-section.tsx"
import { ContactSection } from "./contact-section.tsx"
import { DeleteSection } from "./delete-section.tsx"
import { HandOverSection } from "./hand-over-section.tsx"
import { LogoSection } from "./logo-section.tsx"
import { NameSection } from "./name-section.tsx"
import { SitesSection } from "./sites-section.tsx"

export function View() {
  const { data } = useRead("get-own-workspace", {})
  const name = data?.name ?? ourWorkspace().name
  return (
    <Frame title="General" isNarrow>
      {mayAs("admin") ? <NameSection name={name} /> : <Section title="Name" below={name} />}
      {data && mayAs("admin") && <LogoSection logoPath={data.logoPath} />}
      {data && <ContactSection contact={data.contact} />}
      <AddressSection />
      {data && mayAs("admin") && <SitesSection sites={data.sites} />}
      {mayAs("owner") && <HandOverSection name={name} />}
      {mayAs("owner") && <DeleteSection />}
    </Frame>
  )
}
