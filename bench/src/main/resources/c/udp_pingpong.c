/* The limit: the same bare job in C. One UDP round trip after another on loopback, both sides spinning.
 *
 *   udp_pingpong server PORT CPU REPLY_BYTES            echoes: each datagram is answered with REPLY_BYTES bytes
 *   udp_pingpong client PORT CPU REQUEST_BYTES COUNT    prints p50 p99 max in nanoseconds, warm-up (first tenth) excluded
 *
 * CPU -1 leaves the process where it is. Only loopback is ever used.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static void pin(int cpu) {
  if (cpu < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static int serve(int port, int reply_bytes) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in self = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)}, peer;
  self.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || bind(fd, (struct sockaddr *)&self, sizeof self) != 0) return perror("bind"), 1;
  static char buffer[65536];
  puts("ready");
  fflush(stdout);
  for (;;) {
    socklen_t peer_bytes = sizeof peer;
    ssize_t n = recvfrom(fd, buffer, sizeof buffer, MSG_DONTWAIT, (struct sockaddr *)&peer, &peer_bytes);
    if (n == 4) return 0; /* the client says good-bye */
    if (n > 0) sendto(fd, buffer, (size_t)reply_bytes, 0, (struct sockaddr *)&peer, peer_bytes);
  }
}

static int ask(int port, int request_bytes, long count) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in device = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  device.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, (struct sockaddr *)&device, sizeof device) != 0) return perror("connect"), 1;
  static char buffer[65536];
  uint64_t *samples = calloc((size_t)count, sizeof *samples);
  for (long i = 0; i < count; i++) {
    uint64_t start = now_ns();
    send(fd, buffer, (size_t)request_bytes, 0);
    while (recv(fd, buffer, sizeof buffer, MSG_DONTWAIT) <= 0) {
      if (now_ns() - start > 1000000000ull) return fputs("lost\n", stderr), 1;
    }
    samples[i] = now_ns() - start;
  }
  send(fd, "bye", 4, 0);
  long warm = count / 10, kept = count - warm;
  qsort(samples + warm, (size_t)kept, sizeof *samples, ascending);
  printf("%llu %llu %llu\n", (unsigned long long)samples[warm + kept / 2],
         (unsigned long long)samples[warm + kept * 99 / 100], (unsigned long long)samples[count - 1]);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "server") == 0) return pin(atoi(argv[3])), serve(atoi(argv[2]), atoi(argv[4]));
  if (argc == 6 && strcmp(argv[1], "client") == 0)
    return pin(atoi(argv[3])), ask(atoi(argv[2]), atoi(argv[4]), atol(argv[5]));
  fputs("usage: udp_pingpong server PORT CPU REPLY_BYTES | client PORT CPU REQUEST_BYTES COUNT\n", stderr);
  return 2;
}
