import { mountPage } from "../mount.tsx"
import { ConnectionsPage } from "./connections-page.tsx"

mountPage("connections", ConnectionsPage)
