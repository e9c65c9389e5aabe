"""The names that MicroPython has itself: in flash, where they cost a Pico nothing.

`OWN` are all that an object, a module or the language of MicroPython 1.25 may have on rp2 or on Unix: read
out of the interpreter the tests run on, and out of the type stubs of the Raspberry Pi Pico. What has such a
name in our program may be MicroPython's, so it keeps it. `FREE` are those of them that rp2 and Unix both have
in flash and that no object has which our program could meet, so that ours may be called so; `IN_MODULES` such
as objects may have, for what nobody asks of an object.
"""

OWN = frozenset(
    """
ACCEPT_RETRY_DELAY ADC AF_INET AF_INET6 AF_UNIX ALARM0 ALL_COMPLETED ALT ALT_GPCK ALT_I2C ALT_OPEN_DRAIN
ALT_PIO0 ALT_PIO1 ALT_PWM ALT_SIO ALT_SPI ALT_UART ALT_USB ANALOG ARRAY ASCII ATTN_0DB ATTN_11DB ATTN_2_5DB
ATTN_6DB AUTO AbstractBlockDev AbstractEventLoop AbstractEventLoopPolicy AbstractServer AnyStr_co
AppProtocolState ArithmeticError AssertionError AttributeError Authorization B1000000 B115200 B1152000
B230400 B460800 B500000 B57600 B576000 B921600 B9600 BFINT16 BFINT32 BFINT8 BFUINT16 BFUINT32 BFUINT8 BF_LEN
BF_POS BIG_ENDIAN BROKEN BUILTIN_CDC BUILTIN_CDC_MSC BUILTIN_DEFAULT BUILTIN_MSC BUILTIN_NONE Barrier
BaseDefaultEventLoopPolicy BaseEventLoop BaseException BaseExceptionGroup BaseProactorEventLoop BaseProtocol
BaseSelectorEventLoop BaseTransport BlockingIOError BoundedSemaphore BrokenBarrierError BrokenPipeError
BufferError BufferedIOBase BufferedProtocol BytesIO BytesWarning CERT_NONE CERT_OPTIONAL CERT_REQUIRED
CLD_CONTINUED CLD_DUMPED CLD_EXITED CLD_KILLED CLD_STOPPED CLD_TRAPPED CLONE_FILES CLONE_FS CLONE_NEWCGROUP
CLONE_NEWIPC CLONE_NEWNET CLONE_NEWNS CLONE_NEWPID CLONE_NEWTIME CLONE_NEWUSER CLONE_NEWUTS CLONE_SIGHAND
CLONE_SYSVSEM CLONE_THREAD CLONE_VM CONTROLLER CORE_TEMP CORE_VBAT CORE_VREF CTS CancelledError ChainMap
ChildProcessError Condition Connection ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError Const_T Counter DD DEBUG DEBUG_STACK_DEPTH DEEPSLEEP DEEPSLEEP_RESET DELETE DHT11 DHT22
DHTBase DMA DOTALL DO_HANDSHAKE DRAINING DRIVE_0 DRIVE_1 DRIVE_2 DS18X20 DUP_TOP DUP_TOP_TWO
DatagramProtocol DatagramTransport De DeflateIO DeprecationWarning DirEntry Dl88lD Done Dx EACCES EADDRINUSE
EAGAIN EALREADY EBADF ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EFD_CLOEXEC EFD_NONBLOCK EFD_SEMAPHORE
EHOSTUNREACH EINPROGRESS EINVAL EIO EISDIR END_FINALLY ENOBUFS ENODEV ENOENT ENOMEM ENOTCONN ENOTSUP
EOFError EOPNOTSUPP EPERM ETIMEDOUT EX_CANTCREAT EX_CONFIG EX_DATAERR EX_IOERR EX_NOHOST EX_NOINPUT
EX_NOPERM EX_NOTFOUND EX_NOUSER EX_OK EX_OSERR EX_OSFILE EX_PROTOCOL EX_SOFTWARE EX_TEMPFAIL EX_UNAVAILABLE
EX_USAGE Ellipsis EncodingWarning EnvironmentError Event Exception ExceptionGroup FALLBACK FILLING
FIRST_COMPLETED FIRST_EXCEPTION FLOAT32 FLOAT64 FLOW_CONTROL_HIGH_WATER_SSL_READ
FLOW_CONTROL_HIGH_WATER_SSL_WRITE FLUSHING F_LOCK F_TEST F_TLOCK F_ULOCK False FileExistsError FileIO
FileNotFoundError Flash FloatingPointError FlowControlMixin FrameBuffer FrameBuffer1 FutureWarning GET
GET_ITER GET_ITER_STACK GNU GP0 GP1 GP10 GP11 GP12 GP13 GP14 GP15 GP16 GP17 GP18 GP19 GP2 GP20 GP21 GP22
GP25 GP26 GP27 GP28 GP3 GP4 GP5 GP6 GP7 GP8 GP9 GPIO0 GPIO1 GPIO10 GPIO11 GPIO12 GPIO13 GPIO14 GPIO15 GPIO16
GPIO17 GPIO18 GPIO19 GPIO2 GPIO20 GPIO21 GPIO22 GPIO23 GPIO24 GPIO25 GPIO26 GPIO27 GPIO28 GPIO29 GPIO3 GPIO4
GPIO5 GPIO6 GPIO7 GPIO8 GPIO9 GRND_NONBLOCK GRND_RANDOM GS2_HMSB GS4_HMSB GS8 GZIP GeneratorExit HARD_RESET
HD HEAD HOME Handle Hb Host Hp Hr I2C I2S IDLE ID_T IGNORECASE IMPORT_STAR IN INT INT16 INT32 INT64 INT8
INV_RX INV_TX IN_HIGH IN_LOW IOBase IOError IOQueue IRQ_BREAK IRQ_FALLING IRQ_HIGH_LEVEL IRQ_LOW_LEVEL
IRQ_RISING IRQ_RX IRQ_RXIDLE IRQ_SM0 IRQ_SM1 IRQ_SM2 IRQ_SM3 IRQ_TXIDLE IV ImportError ImportWarning
IncompleteReadError IndentationError IndexError InterruptedError InvalidStateError IsADirectoryError
JNI_CreateJavaVM JOIN_NONE JOIN_RX JOIN_TX KeyError KeyboardInterrupt LED LITTLE_ENDIAN LOAD_BUILD_CLASS
LOAD_CONST_FALSE LOAD_CONST_NONE LOAD_CONST_TRUE LOAD_NULL LOAD_SUBSCR LOCALE
LOG_THRESHOLD_FOR_CONNLOST_WRITES LONG LONGLONG LP LSB LV Lh LifoQueue LimitOverrunError Lock LockType
LookupError Loop Lt MATCH_ROM MBEDTLS_VERSION MFD_ALLOW_SEALING MFD_CLOEXEC MFD_HUGETLB MFD_HUGE_16GB
MFD_HUGE_16MB MFD_HUGE_1GB MFD_HUGE_1MB MFD_HUGE_256MB MFD_HUGE_2GB MFD_HUGE_2MB MFD_HUGE_32MB
MFD_HUGE_512KB MFD_HUGE_512MB MFD_HUGE_64KB MFD_HUGE_8MB MFD_HUGE_MASK MFD_HUGE_SHIFT MICROPYINSPECT
MICROPYPATH MONO MONO_HLSB MONO_HMSB MONO_VLSB MSB MSG_DONTROUTE MSG_DONTWAIT MULTILINE MVLSB Match
MemoryError ModuleNotFoundError NATIVE NGROUPS_MAX NOFLAG NameError NeoPixel None NoneType
NotADirectoryError NotImplemented NotImplementedError ONE_SHOT OO OPEN_DRAIN ORDER OSError OUT OUT_HIGH
OUT_LOW OneWire OneWireError OrderedDict OverflowError P2 PATCH PERIODIC PIN_WAKE PIO PIOASMEmit PIOASMError
POLLERR POLLHUP POLLIN POLLOUT POP_TOP POSIX_FADV_DONTNEED POSIX_FADV_NOREUSE POSIX_FADV_NORMAL
POSIX_FADV_RANDOM POSIX_FADV_SEQUENTIAL POSIX_FADV_WILLNEED POSIX_SPAWN_CLOSE POSIX_SPAWN_CLOSEFROM
POSIX_SPAWN_DUP2 POSIX_SPAWN_OPEN POST PPj PRIO_DARWIN_BG PRIO_DARWIN_NONUI PRIO_DARWIN_PROCESS
PRIO_DARWIN_THREAD PRIO_PGRP PRIO_PROCESS PRIO_USER PROTOCOL_DTLS_CLIENT PROTOCOL_DTLS_SERVER
PROTOCOL_TLS_CLIENT PROTOCOL_TLS_SERVER PRj PTR PULL_DOWN PULL_HOLD PULL_UP PUT PWM PWRON_RESET P_ALL
P_DETACH P_OVERLAY P_PGID P_PID P_PIDFD PathLike Pattern PatternError PendingDeprecationWarning
PermissionError Pin PinBase PinLike Pj PriorityQueue ProcessLookupError Protocol Ps Pv
PythonFinalizationError QQj Queue QueueEmpty QueueFull QueueShutDown RAISE_FROM RAISE_LAST RAISE_OBJ RAW
RESETTING RETURN_VALUE RGB565 ROT_THREE ROT_TWO RTC RTC_WAKE RTLD_DEEPBIND RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL
RTLD_NODELETE RTLD_NOLOAD RTLD_NOW RTS RWF_APPEND RWF_DSYNC RWF_HIPRI RWF_NOWAIT RWF_SYNC RX RawIOBase
ReadTransport RecursionError ReferenceError RegexFlag ResourceWarning Response RingIO Rj Runner RuntimeError
RuntimeWarning SCHED_BATCH SCHED_FIFO SCHED_IDLE SCHED_OTHER SCHED_RESET_ON_FORK SCHED_RR SCHED_SPORADIC
SDCard SEARCH_ROM SEEK_DATA SEEK_HOLE SENDFILE_FALLBACK_READBUFFER_SIZE SF_MNOWAIT SF_NOCACHE SF_NODISKIO
SF_SYNC SHIFT_LEFT SHIFT_RIGHT SHORT SHUTDOWN SKIP_ROM SLEEP SOCK_DGRAM SOCK_RAW SOCK_STREAM SOFT_RESET
SOL_SOCKET SO_BROADCAST SO_ERROR SO_KEEPALIVE SO_LINGER SO_REUSEADDR SPI SPLICE_F_MORE SPLICE_F_MOVE
SPLICE_F_NONBLOCK SSLAgainErrors SSLContext SSLProtocol SSLProtocolState SSLSocket SSL_HANDSHAKE_TIMEOUT
SSL_SHUTDOWN_TIMEOUT SSj STATE_CON_LOST STATE_CON_MADE STATE_EOF STATE_INIT STEREO STORE_MAP STORE_SUBSCR
STRUCT ST_APPEND ST_MANDLOCK ST_NOATIME ST_NODEV ST_NODIRATIME ST_NOEXEC ST_NOSUID ST_RDONLY ST_RELATIME
ST_SYNCHRONOUS ST_WRITE SUj Semaphore SendfileNotAvailableError Server Signal SingletonGenerator SoftI2C
SoftSPI StateMachine StopAsyncIteration StopIteration StrOrBytesPath Stream StreamReader
StreamReaderProtocol StreamWriter StringIO Struct SubprocessProtocol SubprocessTransport SyntaxError
SyntaxWarning SystemError SystemExit T4 TCSANOW TEMPLATE TFD_CLOEXEC TFD_NONBLOCK TFD_TIMER_ABSTIME
TFD_TIMER_CANCEL_ON_SET THREAD_JOIN_TIMEOUT TR TRY_NATIVE TX TabError Task TaskQueue Td TextIOBase
TextIOWrapper ThreadSafeFlag Timeout TimeoutError Timer TimerHandle Transport TransportSocket True TypeError
UART UINT UINT16 UINT32 UINT64 UINT8 ULONG ULONGLONG UNICODE UNSUPPORTED UNWRAPPED USBDevice USHORT
UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
UnraisableHookArgs UnsupportedOperation UserDict UserList UserString UserWarning VERBOSE VOID VREF
ValueError VfsFat VfsLfs1 VfsLfs2 VfsPosix VfsRom ViperTypeError WCONTINUED WCOREDUMP WDT WDT_RESET WEXITED
WEXITSTATUS WIDTH_10BIT WIDTH_11BIT WIDTH_12BIT WIDTH_9BIT WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED
WITH_CLEANUP WLAN_WAKE WNOHANG WNOWAIT WRAPPED WSTOPPED WSTOPSIG WTERMSIG WUNTRACED Warning WindowsError Wj
WriteTransport XATTR_CREATE XATTR_REPLACE XATTR_SIZE_MAX XZj Xg Xi Xz YIELD_FROM YIELD_VALUE YQc ZLIB
ZeroDivisionError a2b_base64 abc abiflags abort abort_clients abs abs_tol accept access aclose acos acosh
acquire activate_stack_trampoline active add add_dll_directory add_flowcontrol_defaults add_note add_program
add_reader add_signal_handler add_writer addaudithook addressof addrsize aes aiter alarm algorithm all
all_tasks alloc_emergency_exception_buf allocate_lock alt altsep and anext any append appendleft aqYMGC arg
args argv array as as_bytearray as_completed as_integer_ratio ascii asin asinh asm_pio asm_pio_encode
asm_thumb asm_xtensa assert async at_eof atan atan2 atanh atexit audit auth autopull autopush await awrite
awritestr b2a_base64 backlog baudrate bdev bin binascii bind bit_count bit_length bits bits_per_digit
bitstream blit block block_num block_size board bool boolean bootloader bootsel_button bound_method bpp
branch break breakpoint breakpointhook broken bsQIOF buf buffer buffer_info buffer_updated buffering build
builtins bytearray bytearray_at byteorder bytes bytes_at bytes_warning byteswap c_contiguous cache_tag
calcsize call_at call_exception_handler call_later call_soon call_soon_threadsafe call_tracing callable
callback callstats can_write_eof cancel cancelled capitalize casefold cast casting cb ceil center
cfgetispeed cfgetospeed cfsetispeed cfsetospeed cfun characters_written chdir chflags children_system
children_user chmod choice chown chr chroot chunked cipher classmethod clear clock clock_gettime close
close_clients closed closedir closefd closerange closure cls cmath code collect collections colno columns
compile complex condition config confstr confstr_names conjugate connect connect_accepted_socket connect_ex
connect_read_pipe connect_write_pipe connection_lost connection_made const consumed content context
contiguous continue control_xfer_cb convert_temp copy copy_file_range copyright copysign core coro coroutine
cos cosh count cpu cpu_count crc32 crc8 create_connection create_datagram_endpoint create_eager_task_factory
create_future create_module create_server create_task create_unix_connection create_unix_server credits
cryptolib ctermid ctrl cur_task current_task cutoff data data_received datagram_received datetime
datetimetuple dc deactivate_stack_trampoline debug decode decodekey decodevalue decrypt deepsleep def
default default_exception_handler default_factory default_max_str_digits defaultdict deflate degrees deinit
del delattr delay delete deleter denominator deps deque derive desc_cfg desc_dev desc_strs dest destination
detach detect_encoding dev_mode device_encoding dht dht_readinto dict dict_items dict_keys dict_values
dict_view difference difference_update dig digest digest_size dir disable disable_irq discard divmod dlclose
dllhandle dlopen dlsym do_handshake do_handshake_on_connect doc done dont_write_bytecode drain drive ds18x20
dt dump dumps dup dup2 dupterm dupterm_notify duty_ns duty_u16 eager_task_factory elapsed elements elif
ellipse ellipsis else empty enable enable_irq encode encodekey encodevalue encoding encrypt end end_lineno
end_offset endpos endswith ensure_future enum enumerate environb eof_received ep_max epsilon erf erfc
err_msg errno error error_received errorcode errors escape eval eventfd eventfd_read eventfd_write exc
exc_info exc_traceback exc_type exc_value except exception exceptions exec exec_module execfile execl execle
execlp execlpe executable execv execve execvp execvpe exit exp expand expandtabs expected expired expm1
extend extendleft extract_stack f_bavail f_bfree f_blocks f_bsize f_contiguous f_favail f_ffree f_files
f_flag f_frsize f_fsid f_namemax fabs factorial false family fchdir fchmod fchown fcntl64 fdatasync fdel
fdopen feed feed_appdata feed_data feed_eof feed_ssldata ffi ffi_call ffi_closure_alloc ffi_prep_cif
ffi_prep_closure_loc ffi_type_double ffi_type_float ffi_type_pointer ffi_type_sint16 ffi_type_sint32
ffi_type_sint64 ffi_type_sint8 ffi_type_uint16 ffi_type_uint32 ffi_type_uint64 ffi_type_uint8 ffi_type_void
fficallback ffifunc ffimod ffivar fget fifo_join filename filename2 fileno fill fill_rect filter finalizer
finally find find_module find_spec findall finditer firstbit firstiter flags float floor flush fmod fork
forkpty format format_map fpathconf fprintf framebuf freeaddrinfo freq frexp from_bytes frombytes fromfile
fromhex fromkeys fromlist fromstring fromunicode frozenset fs fsdecode fsencode fset fspath fstat fstatvfs
fsync ftruncate full fullmatch funcs function functools future fwalk fwrite gamma gather gc generator get
getConstructors getField getMethods getName get_asyncgen_hooks get_blocking get_buffer get_child_watcher
get_ciphers get_code get_context get_coroutine_origin_tracking_depth get_debug get_event_loop
get_event_loop_policy get_exception_handler get_exec_path get_extra_info get_handle_inheritable get_ident
get_inheritable get_int_max_str_digits get_loop get_nowait get_pid get_pipe_transport get_protocol
get_read_buffer_limits get_read_buffer_size get_returncode get_source get_task_factory get_terminal_size
get_write_buffer_limits get_write_buffer_size getaddrinfo getallocatedblocks getattr getbuffer
getcheckinterval getcwd getcwdb getdefaultencoding getdlopenflags getegid getenv getenvb geteuid
getfilesystemencodeerrors getfilesystemencoding getgid getgrouplist getgroups getloadavg getlogin
getnameinfo getpeercert getpeername getpgid getpgrp getpid getppid getpriority getprofile getrandbits
getrandom getrecursionlimit getrefcount getresgid getresuid getsid getsizeof getsockbyname getsockname
getsockopt getswitchinterval getter gettimeofday gettimeout gettotalrefcount gettrace getuid
getunicodeinternedsize getvalue getwindowsversion getxattr gi_code gi_frame gi_running gi_suspended
gi_yieldfrom glibc globals gmtime gpio grantpt group groupdict groupindex groups h0 h8 hH hP hX handler hard
hasattr hash hash_bits hash_randomization hashes hashlib heap_lock heap_unlock heapify heappop heappush
heapq help hex hexdigest hexlify hexversion hh high hline host hp humidity hx ibuf id idle idx ifempty
iffull ignore_environment ilistdir imag implementation import in_ in_base in_shiftdir index indices
inet_ntop inet_pton inf init initgroups inode input insert inspect install instr int interactive intern
intersection intersection_update invert ioctl ipoll irq is_closed is_closing is_dir is_file is_finalizing
is_integer is_junction is_package is_reading is_running is_serving is_set is_stack_trampoline_active
is_symlink isalnum isalpha isascii isatty isclose iscoroutine iscoroutinefunction isdecimal isdigit
isdisjoint isenabled isfinite isidentifier isinf isinstance islower isnan isnumeric isolated isprintable isr
isspace issubclass issubset issuperset istitle isupper items itemsize iter iter_unpack itf_max jclass
jmethod jmp jmp_pin jni jobject join kbd_intr keepends key keys kill killpg l7 label lambda last_exc
lastgroup lastindex latest lchflags lchmod lchown ldexp len lgamma libc_ver license lightsleep line
line_buffering lineno lines link linux list listdir listdrives listen listmounts listvolumes listxattr
little littlefs ljust load load_cert_chain load_module load_verify_locations loads locals localtime lock
locked lockf log log10 log2 logger logging login_tty lookahead low lower lq lseek lseek64 lstat lstrip lz
machine main main_task major makedev makedirs makefile maketrans malloc mant_dig map maps match math max
max_10_exp max_exp max_size maxlen maxsize mbedtls_aes_crypt_cbc mbedtls_aes_crypt_ecb mbedtls_aes_init
mbedtls_aes_setkey_dec mbedtls_aes_setkey_enc mbedtls_ctr_drbg_free mbedtls_ctr_drbg_init
mbedtls_ctr_drbg_random mbedtls_ctr_drbg_seed mbedtls_debug_set_threshold mbedtls_entropy_free
mbedtls_entropy_func mbedtls_entropy_init mbedtls_md5_finish mbedtls_md5_free mbedtls_md5_init
mbedtls_md5_starts mbedtls_md5_update mbedtls_pk_free mbedtls_pk_init mbedtls_pk_parse_key
mbedtls_sha1_finish mbedtls_sha1_free mbedtls_sha1_init mbedtls_sha1_starts mbedtls_sha1_update
mbedtls_sha256_finish mbedtls_sha256_init mbedtls_sha256_starts mbedtls_sha256_update
mbedtls_ssl_check_pending mbedtls_ssl_conf_authmode mbedtls_ssl_conf_ca_chain mbedtls_ssl_conf_ciphersuites
mbedtls_ssl_conf_dbg mbedtls_ssl_conf_own_cert mbedtls_ssl_conf_rng mbedtls_ssl_conf_verify
mbedtls_ssl_config_defaults mbedtls_ssl_config_free mbedtls_ssl_config_init mbedtls_ssl_free
mbedtls_ssl_get_ciphersuite mbedtls_ssl_get_ciphersuite_id mbedtls_ssl_get_ciphersuite_name
mbedtls_ssl_get_peer_cert mbedtls_ssl_get_verify_result mbedtls_ssl_get_version mbedtls_ssl_handshake
mbedtls_ssl_init mbedtls_ssl_list_ciphersuites mbedtls_ssl_read mbedtls_ssl_send_alert_message
mbedtls_ssl_set_bio mbedtls_ssl_set_hostname mbedtls_ssl_set_timer_cb mbedtls_ssl_setup mbedtls_ssl_write
mbedtls_strerror mbedtls_x509_crt_free mbedtls_x509_crt_init mbedtls_x509_crt_parse
mbedtls_x509_crt_verify_info md5 measure mem16 mem32 mem8 mem_alloc mem_current mem_free mem_info mem_peak
mem_total memcmp memcpy memfd_create memmove memoryview memset message micro micropython min min_10_exp
min_exp minor miso mkdir mkfifo mkfs mknod mktime mmap64 mod mode modf modify module module_repr modules
modulus monitoring mosi most_common mount mov move_to_end mro msg munmap n_fields n_sequence_fields
n_unnamed_fields n_waiting name name_from namedtuple nan native nbytes ndim nearbyint need_ssldata neopixel
new_child new_event_loop newline newlines next nice no_site no_user_site noblock nodename nonlocal nop not
not_osre not_x not_y notify notify_all null numerator obj object oct off offset on onewire op opcode open
open64 open_connection open_itf_cb open_unix_connection opendir openpty operation opt_level optimize ord
orig_argv osr out out_base out_buf out_init out_shiftdir ow pS pY pa pack pack_ctrl pack_into
package_json_url parents parity parse_headers partial parties partition pass pass_ patch path pathconf
pathconf_names pattern pause_reading pause_writing pc peek peername pend_throw period ph_key phase pi
pidfd_open pin pindirs pins pipe pipe2 pipe_connection_lost pipe_data_received pixel platform
platform_version platlibdir plock polar polarity poll poller poly pop popen popitem popleft pos
posix_fadvise posix_fallocate posix_openpt posix_spawn posix_spawnp post pow pread preadv print
print_exception print_file_and_line priority process_cpu_count process_exited product_type program progsize
property proto ps1 ps2 psa_crypto_init pthread_attr_init pthread_attr_setdetachstate
pthread_attr_setstacksize pthread_cancel pthread_create pthread_getspecific pthread_key_create pthread_kill
pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy
pthread_mutexattr_init pthread_mutexattr_settype pthread_self pthread_setcanceltype pthread_setspecific ptr
ptr16 ptr32 ptr8 ptsname pull pull_thresh purge push push_thresh put put_nowait putchar putenv puts pwrite
pwritev python_compiler qsize qstr_info queue_read queue_write quiet quit radians radix randint random
randrange range rate rb re read read1 read_scratch read_temp read_u16 readable readall readbit readblocks
readbyte readdir64 readexactly readfrom readfrom_into readfrom_mem readfrom_mem_into readinto readinto1
readline readlines readlink readonly readsize readuntil readv real realpath reason reconfigure rect recv
recv_into recvfrom recvfrom_into recvmsg recvmsg_into register register_at_fork regs rel rel_tol release
releaselevel remote_wakeup remove remove_program remove_reader remove_signal_handler remove_writer
removedirs removeprefix removesuffix removexattr rename renames repeat replace repr req request requesting
requests reschedule reset reset_cause reset_cb restart resume_reading resume_writing return
return_exceptions reverse reversed rfind rindex rjust rmdir rotate round rounds rpartition rsplit rstrip run
run_coroutine_threadsafe run_forever run_in_executor run_until_complete runq_len rx rx_fifo rxbuf safe_path
scan scandir scanner sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam
sched_getscheduler sched_param sched_priority sched_rr_get_interval sched_setaffinity sched_setparam
sched_setscheduler sched_yield schedule sck scl scroll sd sda search seed seed_bits seek seekable select
select_rom selectors self sem_init sem_post sem_wait send send_signal sendall sendbreak sendfile sendmsg
sendmsg_afalg sendto sep separators serial serve_forever server_hostname server_side service_pack
service_pack_major service_pack_minor set set_asyncgen_hooks set_base set_blocking set_child_watcher
set_ciphers set_coroutine_origin_tracking_depth set_debug set_default_executor set_event_loop
set_event_loop_policy set_exception set_exception_handler set_handle_inheritable set_inheritable set_init
set_int_max_str_digits set_protocol set_read_buffer_limits set_task_factory set_transport
set_write_buffer_limits setattr setblocking setcheckinterval setdefault setdlopenflags setegid seteuid
setgid setgroups setns setpgid setpgrp setpriority setprofile setraw setrecursionlimit setregid setresgid
setresuid setreuid setsid setsockopt setswitchinterval setter settimeout settrace setuid setxattr sgen sha1
sha256 shape share shield shift short_hash shutdown shutdown_asyncgens shutdown_default_executor si_code
si_pid si_signo si_status si_uid side sideset_base sideset_count sideset_init sideset_opt sigaction
sigemptyset signal sigprocmask sin sincos single sinh size sizeof sizeof_digit sleep sleep_ms sleep_us slice
slow_callback_duration sock_accept sock_connect sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into
sock_sendall sock_sendfile sock_sendto sockaddr socket sockets soft_reset sort sorted span spawnl spawnle
spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe splice split splitlines sqrt src sre_compile sre_constants
ssl ssl_object st_atime st_atime_ns st_birthtime st_birthtime_ns st_blksize st_blocks st_ctime st_ctime_ns
st_dev st_file_attributes st_flags st_gen st_gid st_ino st_mode st_mtime st_mtime_ns st_nlink st_rdev
st_reparse_tag st_size st_uid stack_size stack_use staggered_race stall standard start start_new_thread
start_pass start_server start_serving start_tls start_unix_server startfile startswith stat stat64
stat_result state state_machine staticmethod status status_code statvfs statvfs64 statvfs_result stderr
stdin stdlib_module_names stdout step stop str str_digits_check_threshold str_max strchr strcmp strcspn
stream stream_awrite strerror strides string strip strlen strncmp strrchr strspn strstr strtol struct sub
subgroup submit_xfer subn suboffsets subprocess_exec subprocess_shell subtract suite_mask sum super swapcase
symlink symmetric_difference symmetric_difference_update sync sys sysconf sysconf_names sysname system sz t8
tU tW tZj tan tanh task_done tau tb tcgetattr tcgetpgrp tcsetattr tcsetpgrp tell temperature template
terminal_size terminate termios text tf tgamma threading threshold throw tick_hz ticks ticks_add ticks_cpu
ticks_diff ticks_ms ticks_us time time_ns time_pulse_us timeout timeout_at timeout_char timerfd_create
timerfd_gettime timerfd_gettime_ns timerfd_settime timerfd_settime_ns times times_result timing title tls tn
toString to_bytes to_thread tobytes tofile toggle tolist toreadonly tostring total tounicode tr traceback
tracebacklimit translate transport trigger true trunc truncate try ttyname tuple tx tx_fifo txbuf txdone
type typecode types uarray uasyncio ubinascii ubluetooth ucollections ucryptolib uctypes uerrno uhashlib
uheapq uint uio ujson umachine umask umount uname uname_result unhexlify uniform union unique_id unlink
unlockpt unpack unpack_ctrl unpack_from unregister unsetenv unshare uos update uplatform upper urandom ure
urls uselect user usleep usocket ussl ustruct usys utf8_mode utime uzlib value value2 values vars verbose
verify_callback verify_mode version version_info vfs viper vline void vprintf vsnprintf wait wait3 wait4
wait_closed wait_for wait_for_ms wait_io_event waiter waitid waitid_result waiting waitpid waitq_len
waitstatus_to_exitcode wake walk warn_default_encoding wb wbits websocket when while width winerror winver
with_traceback word wrap wrap_socket wrap_target wrapped writable write write_eof write_readinto
write_scratch write_through writebit writeblocks writebyte writelines writeto writeto_mem writev writevto ws
xX x_dec x_not_y xfer_cb y_dec zD zfill zip
    """.split()
)

FREE = tuple(
    """
pi EIO GS8 PTR erf log ptr tau AUTO GZIP Lock Task UINT VOID ZLIB acos asin atan blit ceil erfc fabs fill
fmod log2 mem8 modf poly ptr8 seed sqrt ARRAY EBADF EPERM Event MVLSB ULONG acosh asinh atan2 atanh crc32
expm1 floor frexp hline ipoll isinf isnan ldexp log10 mem16 mem32 phase pixel polar ptr16 ptr32 trunc vline
BFINT8 BF_LEN BF_POS EACCES EAGAIN EEXIST EINVAL EISDIR ENODEV ENOENT ENOMEM NATIVE POLLIN RGB565 RingIO
UINT64 USHORT VfsFat aclose choice invert is_set lgamma modify ph_key scroll sizeof BFINT16 BFINT32 BFUINT8
ENOBUFS FLOAT32 FLOAT64 POLLERR POLLHUP POLLOUT VfsLfs2 acquire degrees ellipse heapify heappop isclose
popleft radians randint uniform BFUINT16 BFUINT32 EALREADY ENOTCONN GS2_HMSB GS4_HMSB LockType bytes_at
calcsize copysign heappush ilistdir isfinite wait_for DeflateIO ETIMEDOUT MONO_HLSB MONO_HMSB MONO_VLSB
TaskQueue ULONGLONG addressof byteorder errorcode fill_rect get_ident heap_lock isenabled pack_into
randrange unhexlify BIG_ENDIAN EADDRINUSE ECONNRESET EOPNOTSUPP a2b_base64 appendleft b2a_base64 soft_reset
stack_size unregister EINPROGRESS FrameBuffer create_task readexactly run_forever unpack_from wait_closed
wait_for_ms ECONNABORTED ECONNREFUSED EHOSTUNREACH FrameBuffer1 bytearray_at current_task time_pulse_us
CancelledError ThreadSafeFlag
    """.split()
)

IN_MODULES = tuple(
    """
off sub argv coro data done dump idle load mkfs peek poll seek sha1 stat tell chdir cmath deque drain dumps
flags flush group heapq ioctl loads match mkdir rmdir sleep state stdin IOBase Server Signal buffer cancel
digest enable getcwd gmtime mktime rename search select sha256 stderr stdout struct umount unlink BytesIO
collect deflate disable hashlib maxsize modules statvfs time_ns uctypes urandom StringIO binascii framebuf
function kbd_intr mem_free mem_info platform readinto readline schedule sleep_ms sleep_us ticks_ms ticks_us
cryptolib localtime mem_alloc opt_level qstr_info readlines stack_use threshold ticks_add ticks_cpu
namedtuple readblocks ticks_diff OrderedDict collections getrandbits heap_unlock writeblocks StreamReader
StreamWriter start_server version_info LITTLE_ENDIAN allocate_lock get_event_loop get_extra_info
implementation new_event_loop open_connection print_exception start_new_thread run_until_complete
get_exception_handler set_exception_handler call_exception_handler default_exception_handler
    """.split()
)
