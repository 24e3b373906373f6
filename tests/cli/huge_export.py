"""Writes a large Nsight Compute export in its long form, about 2 kB a launch:
`python3 huge_export.py 40000 > FILE` makes one of 80 MB, for trying it by hand."""

import sys

METRICS = [("dram__bytes_read.sum", "byte"), ("dram__bytes_write.sum", "byte"),
           ("gpu__time_duration.sum", "ns"), ("l1tex__t_bytes.sum", "byte"),
           ("lts__t_bytes.sum", "byte"),
           ("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst"),
           ("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "inst"),
           ("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "inst")]
HEADER = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream",
          "Block Size", "Grid Size", "Device", "CC", "Section Name", "Metric Name", "Metric Unit",
          "Metric Value")


def rows(launches):
    yield '"' + '","'.join(HEADER) + '"\n'
    for launch in range(launches):
        name = f"void solver::step_{launch % 97}<double, (int){launch % 7}>(T1 *, const T1 *, int)"
        start = f'"{launch}","4711","solver","127.0.0.1","{name}","1","7","(256, 1, 1)",' \
                f'"({1 + launch % 4096}, 1, 1)","0","9.0","Command line profiler metrics",'
        for number, (metric, unit) in enumerate(METRICS):
            value = 100_000 + launch * 13 + number * 1_000_003
            yield f'{start}"{metric}","{unit}","{value:,}"\n'


if __name__ == "__main__":
    for row in rows(int(sys.argv[1])):
        sys.stdout.write(row)
