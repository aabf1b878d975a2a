import { mountPage } from "../mount.tsx"
import { ConnectionAuditPage } from "./connection-audit-page.tsx"

mountPage("connection-audit", ConnectionAuditPage)
