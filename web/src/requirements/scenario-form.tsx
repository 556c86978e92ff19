import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Choice, Field } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { useAction } from '../use-action.ts';

const TOLERANCES = ['none', 'low', 'medium', 'high'];

/** Says what a workload demands; what is left empty is no demand. */
export function ScenarioForm({ workspaceId, onCreated }: { workspaceId: string; onCreated: () => void }) {
  const [warnings, setWarnings] = useState<readonly string[]>();
  const create = useAction(async (form: Filled) => {
    const params = { path: { workspace_id: workspaceId } };
    const made = await answer(
      api.POST('/workspaces/{workspace_id}/scenarios', { params, body: scenarioOf(form) }),
    );
    setWarnings(made.warnings);
    onCreated();
  });
  return (
    <section aria-label="New scenario">
      <h2>New scenario</h2>
      <Form label="New scenario" submit="Make scenario" action={create}>
        <Field label="Name" name="name" required maxLength={200} />
        <Field label="Workload" name="workload_type" required defaultValue="general" />
        <Field label="Traffic" name="traffic_profile" placeholder="steady" />
        <Field label="p50 latency, ms" name="p50" type="number" min={1} />
        <Field label="p95 latency, ms" name="p95" type="number" min={1} />
        <Field label="p99 latency, ms" name="p99" type="number" min={1} />
        <Field label="Peak, requests/s" name="rps" type="number" min={1} />
        <Field
          label="Availability"
          name="availability"
          type="number"
          step="any"
          min={0}
          max={100}
          placeholder="99.9"
        />
        <Field label="Budget a month, USD" name="monthly" type="number" step="any" min={0} />
        <Field label="Regions" name="regions" hint="Between commas." />
        <Field label="Certifications" name="certifications" hint="Between commas." />
        <Choice label="Bearable lock-in" name="tolerance">
          <option value="">not stated</option>
          {TOLERANCES.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </Choice>
      </Form>
      <Warnings warnings={warnings} />
      <p className="quiet">Choose it in an evaluation: each stack is then judged by its requirements.</p>
    </section>
  );
}

function scenarioOf(form: Filled) {
  return {
    name: form.text('name') ?? '',
    workload_type: form.text('workload_type') ?? '',
    ...present({
      traffic_profile: form.text('traffic_profile'),
      vendor_lock_in_tolerance: form.text('tolerance'),
    }),
    slo_requirements: present({
      p50_latency_ms: form.number('p50'),
      p95_latency_ms: form.number('p95'),
      p99_latency_ms: form.number('p99'),
      throughput_rps: form.number('rps'),
      availability: form.number('availability'),
    }),
    budget: present({ monthly_limit_usd: form.number('monthly') }),
    compliance: { regions: form.words('regions'), certifications: form.words('certifications') },
  };
}
