import { mountPage } from "../../mount.tsx"
import { ConnectionAuditPage } from "./page.tsx"

mountPage("connection-audit", ConnectionAuditPage)
