import { mountPage } from "../mount.tsx"
import { DomainsPage } from "./domains-page.tsx"

mountPage("domains", DomainsPage)
