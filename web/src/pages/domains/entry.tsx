import { mountPage } from "../../mount.tsx"
import { DomainsPage } from "./page.tsx"

mountPage("domains", DomainsPage)
