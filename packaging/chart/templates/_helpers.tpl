{{- define "touchstone.labels" -}}
app.kubernetes.io/name: touchstone
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "touchstone.secret" -}}
{{ required "Set existingSecret to the name of a Secret with DATABASE_URL and TOUCHSTONE_BOOTSTRAP_KEY." .Values.existingSecret }}
{{- end }}

{{- define "touchstone.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* A pod of the service; dict "root" . "part" name "resources" … */}}
{{- define "touchstone.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 60
containers:
  - name: {{ .part }}
    image: {{ include "touchstone.image" .root }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{ .args | toJson }}
    envFrom:
      - secretRef:
          name: {{ include "touchstone.secret" .root }}
    env:
      - name: HOST
        value: 0.0.0.0
      {{- with .root.Values.publicUrl }}
      - name: PUBLIC_URL
        value: {{ . | quote }}
      {{- end }}
      {{- range $name, $value := .root.Values.settings }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    {{- if .serves }}
    ports:
      - name: http
        containerPort: 8080
    # Not /readyz: making the indexes of many workspaces may take longer than any limit here.
    startupProbe:
      httpGet: {{ include "touchstone.ask" (dict "root" .root "path" "/healthz") }}
      periodSeconds: 2
      failureThreshold: 150
    readinessProbe:
      httpGet: {{ include "touchstone.ask" (dict "root" .root "path" "/readyz") }}
      periodSeconds: 5
      timeoutSeconds: 6
    livenessProbe:
      httpGet: {{ include "touchstone.ask" (dict "root" .root "path" "/healthz") }}
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    {{- end }}
    resources: {{ toJson .resources }}
    volumeMounts:
      - name: data
        mountPath: /data
      - name: tmp
        mountPath: /tmp
volumes:
  # The search index and caches, which each process makes again from the database.
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}

{{/* With a Host of its own: the service refuses the pod's address, which is none of its names. */}}
{{- define "touchstone.ask" -}}
{{- $host := dict "name" "Host" "value" "127.0.0.1:8080" }}
{{- dict "path" (print (.root.Values.settings.BASE_PATH | default "") .path) "port" "http" "httpHeaders" (list $host) | toJson }}
{{- end }}
