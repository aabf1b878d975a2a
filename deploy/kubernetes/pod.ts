import type { Container, EnvFromSource, PodSpec, Probe } from "kubernetes-types/core/v1.js"

const user = 65_532

/** Settings that are not secret, and secrets, under the names of the settings. The operator creates both. */
const settings: EnvFromSource[] = [{ configMapRef: { name: "atelier" } }, { secretRef: { name: "atelier" } }]

export const ports = { http: 3000, operations: 9464 } as const

export const podDefaults = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    seccompProfile: { type: "RuntimeDefault" },
  },
} satisfies Partial<PodSpec>

/** A container that writes to `/tmp` and to its volumes only. */
function confined(container: Omit<Container, "securityContext" | "envFrom">): Container {
  const { volumeMounts = [] } = container
  return {
    ...container,
    envFrom: settings,
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    volumeMounts: [...volumeMounts, { name: "tmp", mountPath: "/tmp" }],
  }
}

export const temporary = { name: "tmp", emptyDir: { sizeLimit: "1Gi" } }

/** One process of the service. The start may migrate for ten minutes; only then do its other probes begin. */
export function serviceContainer(image: string, processes: number): Container {
  return confined({
    name: "atelier",
    image,
    env: [
      { name: "SVC_HOST", value: "0.0.0.0" },
      { name: "SVC_PORT", value: String(ports.http) },
      { name: "SVC_PROCESSES", value: String(processes) },
      { name: "SVC_METRICS_PORT", value: String(ports.operations) },
      { name: "SVC_METRICS_HOST", value: "0.0.0.0" },
    ],
    ports: [
      { name: "http", containerPort: ports.http },
      { name: "operations", containerPort: ports.operations },
    ],
    startupProbe: { ...asks("/api/health/ready"), periodSeconds: 2, failureThreshold: 300 },
    readinessProbe: { ...asks("/api/health/serving"), periodSeconds: 2, failureThreshold: 2 },
    livenessProbe: { ...asks("/api/health"), periodSeconds: 10, failureThreshold: 6 },
    // Waits until all nodes have removed the process from the Service.
    lifecycle: { preStop: { sleep: { seconds: 10 } } },
    resources: { requests: { cpu: "250m", memory: "384Mi" }, limits: { memory: "1Gi" } },
  })
}

function asks(path: string): Probe {
  return { httpGet: { path, port: "http" }, timeoutSeconds: 3 }
}

/** Writes a backup into a new folder of the volume `backups`, and keeps 14 of them over one pool of files. */
export function backupContainer(image: string): Container {
  const program = "/nodejs/bin/node server/atelier.cjs backup"
  return confined({
    name: "backup",
    image,
    command: ["/bin/sh", "-c", `exec ${program} /backups/$(date +%Y-%m-%dT%H%M%S) --pool /backups/pool --keep 14`],
    volumeMounts: [{ name: "backups", mountPath: "/backups" }],
    resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } },
  })
}
